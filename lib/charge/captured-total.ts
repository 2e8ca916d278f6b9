import type { Charge, ChargeOperation } from '../types/charge.ts';
import { isUnderWay } from '../types/charge-state.ts';
import { isReported, sumCapturedElsewhere, withReportedUpTo } from './reported-captures.ts';

/**
 * How much of this captured total belongs to a capture that asked for `amount`, if `others` was captured elsewhere; undefined if the rest is less
 * than this capture would have taken, so that it was captured elsewhere too. Minor units.
 */
export const takenOf = (
  total: number,
  { amount }: Pick<ChargeOperation, 'amount'>,
  { amount: authorized, amount_captured }: Charge,
  others = amount_captured,
): number | undefined =>
  total - others >= Math.min(amount, authorized - others) ? total - others : undefined;

/** What is captured in all once this capture of the charge is done. Minor units. */
export const totalAfter = (
  charge: Charge,
  capture: Pick<ChargeOperation, 'amount'>,
  { amount, psp_reference }: { readonly amount: number; readonly psp_reference: string | undefined },
): number => {
  const { amount_captured: before } = charge;
  // A capture that took less than requested took everything left: it was counted before only if the PSP has reported it, or if both exceed the hold.
  const mayCount = psp_reference !== undefined && amount >= capture.amount;
  const counted = mayCount || isReported(charge, psp_reference) || before + amount > charge.amount;
  return counted && before - sumCapturedElsewhere(charge, psp_reference) >= amount
    ? before
    : Math.min(charge.amount, before + amount);
};

/**
 * The charge with this total captured. A capture under way is done if it may have taken the part beyond `others`; a cancel under way has failed.
 * `external`: captured elsewhere.
 */
export const withCapturedTotal = (
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
  const { supposed, ...known } = withReportedUpTo(charge, total);
  return {
    ...known,
    amount_captured: total,
    amount_refundable: charge.amount_refundable + more,
    amount_refundable_disputed: charge.amount_refundable_disputed + more,
    ...(ends_capture && isUnderWay(capture) && takenOf(total, capture, charge, others) !== undefined
      ? { capture: endOperation(capture, 'done') }
      : {}),
    ...(isUnderWay(cancel) ? { cancel: endOperation(cancel, 'failed') } : {}),
    ...(external ? { external: true } : {}),
  };
};

export const endOperation = (
  { needs_review, ...operation }: ChargeOperation,
  status: 'done' | 'failed',
): ChargeOperation => ({
  ...operation,
  status,
});
