import type { Tally } from './tally.ts';
import type { TrialCount } from './trial.ts';

/**
 * `technical`: the PSP worked, whatever its answer. `approval`: it approved; a refusal counts only if the issuer's or the PSP's own state caused it.
 */
export const healthSignals = ['technical', 'approval'] as const;

export type HealthSignal = (typeof healthSignals)[number];

/** The results of first attempts at one PSP account in one window. */
export type HealthCount = Readonly<Record<HealthSignal, Tally>> & {
  readonly psp: string;
  readonly currency: string;
};

/** Attempts at one PSP account in one window: `ok` got an answer, whatever it said; `failed` did not, or only that the PSP does not work. */
export type PspTally = Tally & { readonly psp: string };

/** All counts of the window of `window_s` that ends at `at` (Unix seconds). */
export type HealthWindow = {
  readonly at: number;
  readonly counts: readonly HealthCount[];
  /** The results of the arms of rollouts; absent if there were none. */
  readonly trials?: readonly TrialCount[];
  /** Of every attempt, whether it counts above or not; absent if there was none. */
  readonly answers?: readonly PspTally[];
};

export type HealthState = 'healthy' | 'suspect' | 'sick' | 'recovering';

/** What is known about one PSP account in one currency; if `currency` is null, in all currencies that are too rare for their own verdict. */
export type HealthStratum = {
  readonly psp: string;
  readonly currency: string | null;
  readonly state: HealthState;
  /** The signal with the most evidence against it; the fields below are about it. */
  readonly signal: HealthSignal;
  /** Share of good outcomes since the change point, and its 95 % interval; without a change point, the baseline's. */
  readonly rate: number;
  readonly interval: readonly [number, number];
  readonly baseline: number;
  /** Outcomes since the change point. */
  readonly n: number;
  /** Log-likelihood ratio for a fall since the change point; for a recovery, while its weight is shifted. */
  readonly evidence: number;
  /** The share of its weight that it keeps: 1, or less while sessions are shifted away from it. */
  readonly weight_factor: number;
  /** The earliest time of the next step back, Unix seconds; null at full weight. */
  readonly until: number | null;
};

/** Immutable. `version` rises only when a state or a weight factor changes. */
export type HealthVerdict = {
  readonly version: number;
  /** Unix seconds. */
  readonly computed_at: number;
  readonly strata: readonly HealthStratum[];
};

/** One shard's counts for a window. Sequence numbers are decimal: those of the first and the last record that counted. */
export type HealthPart = HealthWindow & { readonly first: string; readonly last: string };

/** How far windows have been folded. */
export type HealthRecord = {
  readonly rev: number;
  /** The detector's whole state, as JSON. */
  readonly detector: string;
  /** The verdict in force; 0 before the first. */
  readonly version: number;
  /** The last verdict published as events. */
  readonly told: number;
};

/**
 * Windows, the detector and its verdicts. Reads are consistent. Throws `ApiError('storage_unavailable')`; a write that threw may have happened.
 */
export type HealthStore = {
  /** Adds a part to its window, once: a part not after the shard's last one changes nothing. */
  readonly addPart: (shard: string, part: HealthPart) => Promise<void>;
  /** The windows that end at these times, with or without counts, in the same order. Call only once nothing is added to them any more. */
  readonly windows: (ends: readonly number[]) => Promise<readonly HealthWindow[]>;
  readonly record: () => Promise<HealthRecord | undefined>;
  /** Replaces the previous record (`rev - 1`; 0 for none) and stores new verdicts with it, all or nothing. False if another writer replaced it. */
  readonly replace: (record: HealthRecord, verdicts: readonly HealthVerdict[]) => Promise<boolean>;
  /** One version, or without a number the one in force. */
  readonly verdict: (version?: number) => Promise<HealthVerdict | undefined>;
};
