import type { Capabilities } from '../types/capabilities.ts';

/** No function lives longer, so nothing that one has sent is still to arrive, or to be answered, after this. */
const longest_flight_ms = 60_000;
/** Between the clocks of two functions: each may be five minutes off. */
const clock_skew_ms = 600_000;

/** Whether by now a look-up that finds nothing proves that nothing sent at `sent` arrived or will. Unix milliseconds. */
export const provesAbsence = (sent: number, now: number, lag_ms: number): boolean =>
  now - sent > lag_ms + longest_flight_ms + clock_skew_ms;

/**
 * Whether the same request may go out again under its key: the PSP still has to know the key when the first one, delayed, arrives after the
 * repeat. `sent`: when the first one went out, Unix milliseconds.
 */
export const coversRepeat = (
  { kind, window_ms }: Capabilities['idempotency'],
  sent: number,
  now: number,
): boolean =>
  (kind === 'all_answers' || kind === 'current_state') &&
  now - sent + longest_flight_ms + clock_skew_ms < window_ms;
