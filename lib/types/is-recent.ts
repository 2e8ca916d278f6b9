/**
 * Whether a time is less than `within_ms` ago (Unix milliseconds). Not if it is in the future: the clock was set back since, and nobody knows how
 * long ago it was.
 */
export const isRecent = (time: number, within_ms: number, now: number): boolean =>
  now >= time && now - time < within_ms;
