import type { Capabilities } from '../types/capabilities.ts';
import type { RecoverySettings } from './payment-ports.ts';

/** No function lives longer, so nothing that one has sent is still to arrive, or to be answered, after this. */
const longest_flight_ms = 60_000;
/** Between the clocks of two functions: each may be five minutes off. */
export const clock_skew_ms = 600_000;
/** What may lie between a request as its sender dates it and its effect as another's clock sees it. */
const margin_ms = longest_flight_ms + clock_skew_ms;

/** Whether by now a look-up that finds nothing proves that nothing sent at `sent` arrived or will. Unix milliseconds. */
export const provesAbsence = (
  sent: number,
  now: number,
  lag_ms: number,
  { absence_margin_ms = margin_ms }: RecoverySettings,
): boolean => now - sent > lag_ms + absence_margin_ms;

/**
 * Whether the same request may go out again under its key: the PSP still has to know the key when the first one, delayed, arrives after the
 * repeat. `sent`: when the first one went out, Unix milliseconds.
 */
export const coversRepeat = (
  { kind, window_ms }: Capabilities['idempotency'],
  sent: number,
  now: number,
): boolean => (kind === 'all_answers' || kind === 'current_state') && now - sent + margin_ms < window_ms;
