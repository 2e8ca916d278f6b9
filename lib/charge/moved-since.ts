import type { Charge } from '../types/charge.ts';
import { isAttemptOpen } from '../types/charge-state.ts';

/** A look-up made before a capture failed, or before the money was reported as only held, may show that very capture. */
export const hasFailedSince = (asked: Charge, now: Charge): boolean =>
  now.captures_failed !== asked.captures_failed ||
  (isAttemptOpen(asked) && now.outcome === 'approved' && now.amount_captured === 0);

/** Since the PSP was asked, another report about the captured money was applied. */
export const hasMovedSince = (asked: Charge, now: Charge): boolean =>
  hasFailedSince(asked, now) ||
  now.amount_captured !== asked.amount_captured ||
  now.events?.at(-1) !== asked.events?.at(-1);
