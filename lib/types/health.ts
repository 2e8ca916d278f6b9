/** How often a signal was good and how often it was not. */
export type Tally = { readonly ok: number; readonly failed: number };

/** `technical`: the PSP worked, whatever it answered. `approval`: it approved, of what only an issuer's or its own condition refused. */
export const healthSignals = ['technical', 'approval'] as const;

export type HealthSignal = (typeof healthSignals)[number];

/** What first attempts at one PSP account came to in one window. */
export type HealthCount = Readonly<Record<HealthSignal, Tally>> & {
  readonly psp: string;
  readonly currency: string;
};

/** All that was counted in the window of `window_s` that ends at `at` (Unix seconds). */
export type HealthWindow = { readonly at: number; readonly counts: readonly HealthCount[] };

export type HealthState = 'healthy' | 'suspect' | 'sick' | 'recovering';

/** What is known of one PSP account in one currency; in all currencies too rare for a verdict of their own if `currency` is null. */
export type HealthStratum = {
  readonly psp: string;
  readonly currency: string | null;
  readonly state: HealthState;
  /** The signal with the most evidence against it; all that follows is about it. */
  readonly signal: HealthSignal;
  /** Share of good outcomes since the change point, and its 95 % interval; without a change point, the baseline's. */
  readonly rate: number;
  readonly interval: readonly [number, number];
  readonly baseline: number;
  /** Outcomes since the change point. */
  readonly n: number;
  /** Log-likelihood ratio for a fall since the change point; for a return, while its weight is shifted. */
  readonly evidence: number;
  /** The share of its weight it keeps: 1, or less while it is shifted away from. */
  readonly weight_factor: number;
  /** The earliest time of the next step back, Unix seconds; null at full weight. */
  readonly until: number | null;
};

/** Immutable. `version` rises when a state or a weight factor changes, and at no other time. */
export type HealthVerdict = {
  readonly version: number;
  /** Unix seconds. */
  readonly computed_at: number;
  readonly strata: readonly HealthStratum[];
};
