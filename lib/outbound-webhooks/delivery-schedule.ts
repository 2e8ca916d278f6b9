/** Seconds between tries of a delivery; the first try is immediate. Eight tries over 28 hours. */
export const defaultDeliverySchedule: readonly number[] = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  10 * 3600,
];

/** A pause is up to this much longer, so that deliveries that failed together are not retried together. */
const jitter = 0.1;

/** An endpoint without a successful delivery for this long is disabled. Milliseconds. */
export const failingLimit_ms = 5 * 86_400_000;

export type RetryClock = {
  /** Unix milliseconds. */
  readonly now: number;
  /** From 0 to 1. */
  readonly random: number;
  readonly schedule_s: readonly number[];
};

/** When a delivery is tried again after this many failed tries; undefined after the last one. Unix milliseconds. */
export const nextTry = (tries: number, { now, random, schedule_s }: RetryClock): number | undefined => {
  const pause_s = schedule_s[tries - 1];
  return pause_s === undefined ? undefined : now + Math.round(pause_s * 1000 * (1 + jitter * random));
};
