/**
 * `schedule_s`: seconds, rising, from when an item opened to each check of it; anything open after the last one needs review. `late_checks_s`: the same for
 * checks of what has timed out; an hour, a day and a week by default. `absence_margin_ms`: how long after a request, on top of a
 * look-up's own lag, absence proves nothing; 11 minutes by default.
 */
export type RecoverySettings = {
  readonly schedule_s: readonly number[];
  readonly shards: number;
  readonly late_checks_s?: readonly number[];
  readonly absence_margin_ms?: number;
};
