import { defined } from '../../../lib/types/defined.ts';
import type { RefundFact, RefundsFound } from '../../../lib/types/psp.ts';
import type { World } from '../world.ts';
import { type LedgerPayment, shownAt } from './ledger.ts';

/** Every refund of a payment that is shown by now, whoever made it; now and then the list is cut. */
export const listRefunds = ({ time, faults }: World, payments: readonly LedgerPayment[]): RefundsFound => {
  const refunds = payments.flatMap(({ operations }) =>
    operations.flatMap(({ kind, id, ours, amount, shown }): readonly RefundFact[] => {
      const status = shownAt(shown, time.now());
      if (kind !== 'refund' || status === undefined) return [];
      return [
        {
          psp_reference: id,
          amount,
          status,
          ...defined({ operation: ours }),
          // Any reason is one: the refund has failed.
          ...(status === 'failed' ? { reason: amount % 2 === 1 ? 'not_supported' : 'processor_error' } : {}),
        },
      ];
    }),
  );
  const cut = refunds.length > 0 && faults.hits('list_cut');
  return { outcome: 'found', refunds: cut ? refunds.slice(1) : refunds, complete: !cut };
};
