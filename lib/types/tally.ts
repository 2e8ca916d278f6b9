/** Counts of good and bad results. */
export type Tally = { readonly ok: number; readonly failed: number };
