import { isUnderWay } from '../../types/charge-state.ts';
import type { Charge, ChargeOperation } from '../../types/records.ts';

/**
 * The charge with so much captured in all. A capture under way that asked for no more is done by that, and a cancel under way has come too late.
 * `external`: somebody else captured it.
 */
export const capturedTotal = (
  charge: Charge,
  total: number,
  { external, ends_capture = true }: { readonly external: boolean; readonly ends_capture?: boolean },
): Charge => {
  const more = total - charge.amount_captured;
  const { capture, cancel } = charge;
  return {
    ...(total < capturedElsewhere({ ...charge, captures: {} }) ? withoutTold(charge) : charge),
    amount_captured: total,
    amount_refundable: charge.amount_refundable + more,
    amount_refundable_disputed: charge.amount_refundable_disputed + more,
    ...(ends_capture && isUnderWay(capture) && total >= capture.amount
      ? { capture: ended(capture, 'done') }
      : {}),
    ...(isUnderWay(cancel) ? { cancel: ended(cancel, 'failed') } : {}),
    ...(external ? { external: true } : {}),
  };
};

/** It has come to its end, and needs nobody any more. */
export const ended = (
  { needs_review, ...operation }: ChargeOperation,
  status: 'done' | 'failed',
): ChargeOperation => ({
  ...operation,
  status,
});

/** All that is known by id to have been captured by others than the one the PSP calls `ours`. Minor units. */
export const capturedElsewhere = ({ captures = {}, captures_told = {} }: Charge, ours?: string): number => {
  const told = Object.entries(captures_told).map(([id, amount]) => (id === ours ? 0 : amount));
  return [...Object.values(captures), ...told].reduce((sum, amount) => sum + amount, 0);
};

/** The charge with one capture of a part more that the PSP has told of. */
export const withTold = (charge: Charge, id: string | undefined, amount: number): Charge =>
  id === undefined || amount >= charge.amount || isTold(charge, id)
    ? charge
    : { ...charge, captures_told: { ...charge.captures_told, [id]: amount } };

export const isTold = ({ captures_told = {} }: Charge, id: string | undefined): boolean =>
  id !== undefined && captures_told[id] !== undefined;

/** The charge without the one of them that has failed, or without any. */
export const withoutTold = (charge: Charge, failed?: string): Charge => {
  const { captures_told = {}, ...known } = charge;
  if (failed !== undefined && captures_told[failed] === undefined) return charge;
  const { [failed ?? '']: _, ...others } = captures_told;
  return failed === undefined || Object.keys(others).length === 0
    ? known
    : { ...known, captures_told: others };
};
