import { isDeepStrictEqual } from 'node:util';
import type { RefundRow } from '../types/charge.ts';
import type { Derivation } from '../types/record-change.ts';

/** A row for each refund that a change of its charge made or moved. Pure. */
export const deriveRefunds: Derivation = (change) => {
  if (change.table !== 'charges') return [];
  const { before, after } = change;
  return Object.values(after.refunds)
    .filter((refund) => !isDeepStrictEqual(refund, before?.refunds[refund.id]))
    .map(({ remembered: _, ...refund }) => ({
      id: refund.id,
      kind: 'refund',
      rev: after.rev,
      created_ms: refund.created * 1000,
      facets: {
        amount: refund.amount,
        currency: after.currency,
        psp: after.psp,
        charge: after.id,
        session: after.session,
        livemode: after.livemode,
      },
      body: JSON.stringify({
        refund,
        charge: { id: after.id, currency: after.currency, psp: after.psp },
      } satisfies RefundRow),
    }));
};
