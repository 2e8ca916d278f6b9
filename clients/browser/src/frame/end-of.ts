import type { ConfirmResult } from '../types.ts';
import type { Exchange } from './exchange.ts';
import { readSession, refusalOf } from './read-answer.ts';

/** What has become of a session, as read, that nobody can pay any more with this secret. Undefined if it can be paid, or if the answer does not say. */
export const endOf = (response: Exchange): ConfirmResult | undefined => {
  if (response === 'lost') return undefined;
  if ([401, 404].includes(response.status)) return refusalOf(response);
  const seen = readSession(response);
  if (seen.kind === 'unpaid' && seen.result.status === 'refused') return seen.result;
  return seen.kind === 'settled' && seen.result.status !== 'redirecting' ? seen.result : undefined;
};
