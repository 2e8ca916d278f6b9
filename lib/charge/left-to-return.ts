import type { Charge, Dispute } from '../types/charge.ts';
import type { ListedRefunds, LookUpResult, RefundFact } from '../types/psp.ts';
import { partBy } from './transitions/reversal-cells.ts';

/**
 * How much of the captured money must still be returned, according to the PSP; undefined if it does not show the payment as captured, or if the list
 * may predate a failure. Minor units.
 */
export const leftToReturn = (
  charge: Charge,
  payment: LookUpResult | undefined,
  refunds: ListedRefunds | undefined,
): number | undefined => {
  if (payment?.outcome !== 'captured' || mayPredateFailure(charge, refunds)) return undefined;
  const listed = refunds && doneIn(refunds).reduce((sum, { amount }) => sum + amount, 0);
  // The PSP's sum may include pending refunds, and some that have failed since: a complete list is more accurate.
  const refunded = refunds?.complete ? listed : (payment.amount_refunded ?? listed);
  return payment.amount_captured - (refunded ?? 0) - disputedAmount(charge, 'lost');
};

/** Whether the list may be older than the failure of a refund that it shows as done. A later list shows that it was done after all. */
export const mayPredateFailure = ({ reversal }: Charge, refunds: ListedRefunds | undefined): boolean => {
  const { parts, failed_at = 0 } = reversal ?? {};
  if (!refunds || failed_at < refunds.shown_by) return false;
  return doneIn(refunds).some(
    ({ operation, psp_reference: psp_id }) => partBy(parts, { operation, psp_id }) === 0,
  );
};

const doneIn = ({ refunds }: ListedRefunds): readonly RefundFact[] =>
  refunds.filter(({ status }) => status === 'succeeded');

/** The sum of the disputes with this status. Minor units. */
export const disputedAmount = ({ disputes }: Charge, ended: Dispute['status']): number =>
  Object.values(disputes).reduce((sum, { status, amount }) => (status === ended ? sum + amount : sum), 0);
