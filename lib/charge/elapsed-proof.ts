import type { Capabilities } from '../types/capabilities.ts';
import type { RecoverySettings } from './recovery-settings.ts';

/** No function that calls a PSP lives longer, so after this nothing it sent can still arrive or get a response. */
const longest_run_ms = 60_000;
/** The maximum difference between the clocks of two functions, each up to five minutes off. */
export const clock_skew_ms = 600_000;
/** The longest time between a request, by its sender's clock, and its effect, by another's. */
const margin_ms = longest_run_ms + clock_skew_ms;

/** Whether a look-up shows every change as soon as it has happened. */
export const showsAtOnce = ({ look_up }: Pick<Capabilities, 'look_up'>): boolean => look_up?.lag_ms === 0;

/** Whether a look-up that finds nothing now proves that a request sent at `sent` has not arrived and never will. Unix milliseconds. */
export const provesAbsence = (
  sent: number,
  now: number,
  lag_ms: number,
  { absence_margin_ms = margin_ms }: RecoverySettings,
): boolean => now - sent > lag_ms + absence_margin_ms;

/**
 * Whether the same request may be sent again under its key: the PSP must still have the key if the first request is delayed and arrives after the
 * repeat. `sent`: when the first one was sent, Unix milliseconds.
 */
export const coversRepeat = (
  { kind, window_ms }: Capabilities['idempotency'],
  sent: number,
  now: number,
): boolean => (kind === 'all_answers' || kind === 'current_state') && now - sent + margin_ms < window_ms;
