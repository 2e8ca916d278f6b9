import { hasIssuerResponse } from '../types/issuer-responses.ts';
import type { RecordChange } from '../types/record-change.ts';
import type { Session } from '../types/session.ts';

/** The vault's tokens of the security codes that an issuer has answered for with this change of a session, whoever recorded it. Pure. */
export const answeredCodes = (change: RecordChange): readonly string[] => {
  if (change.table !== 'sessions') return [];
  const before = new Set(change.before && codesOf(change.before));
  return [...new Set(codesOf(change.after))].filter((code) => !before.has(code));
};

const codesOf = ({ attempts }: Session): readonly string[] =>
  attempts.filter(hasIssuerResponse).flatMap(({ card_token }) => card_token ?? []);
