import type { Tally } from './tally.ts';
import type { TrialCount } from './trial.ts';

/** `technical`: the PSP worked, whatever it answered. `approval`: it approved, of what only an issuer's or its own condition refused. */
export const healthSignals = ['technical', 'approval'] as const;

export type HealthSignal = (typeof healthSignals)[number];

/** The results of first attempts at one PSP account in one window. */
export type HealthCount = Readonly<Record<HealthSignal, Tally>> & {
  readonly psp: string;
  readonly currency: string;
};

/** All that was counted in the window of `window_s` that ends at `at` (Unix seconds). */
export type HealthWindow = {
  readonly at: number;
  readonly counts: readonly HealthCount[];
  /** What the arms of rollouts came to; absent if there was none. */
  readonly trials?: readonly TrialCount[];
};

export type HealthState = 'healthy' | 'suspect' | 'sick' | 'recovering';

/** What is known about one PSP account in one currency; if `currency` is null, in all currencies too rare for their own verdict. */
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

/** What one shard of a stream reported for a window. Sequence numbers are decimal: those of the first and the last record that counted. */
export type HealthPart = HealthWindow & { readonly first: string; readonly last: string };

/** How far the folding of windows has got. */
export type HealthRecord = {
  readonly rev: number;
  /** All the detector remembers, as JSON. */
  readonly detector: string;
  /** The verdict in force; 0 before the first. */
  readonly version: number;
  /** The last verdict that was published as events. */
  readonly told: number;
};

/**
 * Windows, the detector and its verdicts. Reads are consistent. Throws `ApiError('storage_unavailable')`; a write that threw may have happened.
 */
export type HealthStore = {
  /** Adds a part to its window, once: one that does not lie behind what its shard added before changes nothing. */
  readonly addPart: (shard: string, part: HealthPart) => Promise<void>;
  /** The windows that end then, with or without counts, in the same order. Asked for only when nothing is added to them any more. */
  readonly windows: (ends: readonly number[]) => Promise<readonly HealthWindow[]>;
  readonly record: () => Promise<HealthRecord | undefined>;
  /** Replaces the record before (`rev - 1`; 0 for none) and stores new verdicts with it, all or nothing. False if it was replaced by somebody else. */
  readonly replace: (record: HealthRecord, verdicts: readonly HealthVerdict[]) => Promise<boolean>;
  /** One version; the one in force without a number. */
  readonly verdict: (version?: number) => Promise<HealthVerdict | undefined>;
};
