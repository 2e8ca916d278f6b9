import type { Charge, Dispute } from '../types/charge.ts';
import type { LookUpResult, RefundsFound } from '../types/psp.ts';
import { partBy } from './transitions/reversal-cells.ts';

/**
 * How much of the captured money must still be returned, according to the PSP; undefined if it does not show the payment as captured. Minor units.
 */
export const leftToReturn = (
  charge: Charge,
  payment: LookUpResult | undefined,
  refunds: RefundsFound | undefined,
): number | undefined => {
  if (payment?.outcome !== 'captured') return undefined;
  // A lagging list may show a refund as done that has failed since.
  const listed = refunds?.refunds
    .filter(({ status }) => status === 'succeeded')
    .filter(
      ({ operation, psp_reference: psp_id }) => partBy(charge.reversal?.parts, { operation, psp_id }) !== 0,
    )
    .reduce((sum, { amount }) => sum + amount, 0);
  // The PSP's sum may include pending refunds, and some that have failed since: a complete list is more accurate.
  const refunded = refunds?.complete ? listed : (payment.amount_refunded ?? listed);
  return payment.amount_captured - (refunded ?? 0) - disputedAmount(charge, 'lost');
};

/** The sum of the disputes with this status. Minor units. */
export const disputedAmount = ({ disputes }: Charge, ended: Dispute['status']): number =>
  Object.values(disputes).reduce((sum, { status, amount }) => (status === ended ? sum + amount : sum), 0);
