/** How many windows pass between the end of one and its folding. A part that arrives later is refused, so that folded windows never change. */
const windows_behind = 2;

/** The end of the last window that is final at `now_ms` (Unix milliseconds). */
export const closedUntil = (now_ms: number, tick_s: number): number =>
  (Math.floor(now_ms / 1000 / tick_s) - windows_behind) * tick_s;

/** The ends of the windows after `from` until `to` (Unix seconds), at most this many. */
export const windowEnds = (from: number, to: number, tick_s: number, most: number): readonly number[] => {
  const first = (Math.floor(from / tick_s) + 1) * tick_s;
  const count = Math.min(most, Math.floor((to - first) / tick_s) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => first + index * tick_s);
};
