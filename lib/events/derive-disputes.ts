import { isDeepStrictEqual } from 'node:util';
import type { DisputeRow } from '../types/charge.ts';
import type { Derivation } from '../types/record-change.ts';

/** A row for each dispute that a change of its charge opened or moved. Pure. */
export const deriveDisputes: Derivation = (change) => {
  if (change.table !== 'charges') return [];
  const { before, after } = change;
  return Object.values(after.disputes)
    .filter((dispute) => !isDeepStrictEqual(dispute, before?.disputes[dispute.id]))
    .map((dispute) => ({
      id: dispute.id,
      kind: 'dispute',
      rev: after.rev,
      created_ms: dispute.created * 1000,
      facets: {
        amount: dispute.amount,
        currency: after.currency,
        psp: after.psp,
        charge: after.id,
        session: after.session,
        livemode: after.livemode,
      },
      body: JSON.stringify({
        dispute,
        charge: { id: after.id, currency: after.currency, psp: after.psp },
      } satisfies DisputeRow),
    }));
};
