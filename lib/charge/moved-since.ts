import type { Charge } from '../types/charge.ts';
import { isAttemptOpen } from '../types/charge-state.ts';

/** A look-up made before a capture failed, or before the money was reported as only held, may show that very capture. `before`: the charge when it was made. */
export const hasFailedSince = (before: Charge, current: Charge): boolean =>
  current.captures_failed !== before.captures_failed || (isAttemptOpen(before) && isOnlyHeld(current));

const isOnlyHeld = ({ outcome, amount_captured }: Charge): boolean =>
  outcome === 'approved' && amount_captured === 0;

/** Since the PSP was asked, another report about the captured money was applied. */
export const hasMovedSince = (before: Charge, current: Charge): boolean =>
  hasFailedSince(before, current) ||
  current.amount_captured !== before.amount_captured ||
  current.events?.at(-1) !== before.events?.at(-1);
