import type { Charge, ChargeOperation } from '../../types/charge.ts';
import { isUnderWay } from '../../types/charge-state.ts';
import { toldWithin } from './told-captures.ts';

/**
 * What of this total captured is a capture's that asked for `amount`, if `others` is known to be others'; undefined if the rest is less than was asked
 * for and could be had, so that somebody else captured it. Minor units.
 */
export const takenOf = (
  total: number,
  { amount }: Pick<ChargeOperation, 'amount'>,
  { amount: authorized, amount_captured }: Charge,
  others = amount_captured,
): number | undefined =>
  total - others >= Math.min(amount, authorized - others) ? total - others : undefined;

/**
 * The charge with this total captured. A capture under way is thereby done if it may have taken what is not `others`', and a cancel under way came too
 * late. `external`: somebody else captured it.
 */
export const capturedTotal = (
  charge: Charge,
  total: number,
  {
    external,
    ends_capture = true,
    others = charge.amount_captured,
  }: { readonly external: boolean; readonly ends_capture?: boolean; readonly others?: number },
): Charge => {
  const more = total - charge.amount_captured;
  const { capture, cancel } = charge;
  return {
    ...toldWithin(charge, total),
    amount_captured: total,
    amount_refundable: charge.amount_refundable + more,
    amount_refundable_disputed: charge.amount_refundable_disputed + more,
    ...(ends_capture && isUnderWay(capture) && takenOf(total, capture, charge, others) !== undefined
      ? { capture: ended(capture, 'done') }
      : {}),
    ...(isUnderWay(cancel) ? { cancel: ended(cancel, 'failed') } : {}),
    ...(external ? { external: true } : {}),
  };
};

/** It has ended, and needs nobody any more. */
export const ended = (
  { needs_review, ...operation }: ChargeOperation,
  status: 'done' | 'failed',
): ChargeOperation => ({
  ...operation,
  status,
});
