import type { Tally } from './tally.ts';
import type { TrialCount } from './trial.ts';

/**
 * `technical`: the PSP worked, whatever its response. `approval`: it approved; a refusal counts only if the issuer's or the PSP's own state caused
 * it.
 */
export const healthSignals = ['technical', 'approval'] as const;

export type HealthSignal = (typeof healthSignals)[number];

/** The results of first attempts at one PSP account in one window. */
export type HealthCount = Readonly<Record<HealthSignal, Tally>> & {
  readonly psp: string;
  readonly currency: string;
};

/**
 * Attempts at one PSP account in one window. `ok`: a response came, whatever it said. `failed`: none came, or only one saying that the PSP does not
 * work.
 */
export type PspTally = Tally & { readonly psp: string };

/** All counts of the window of `window_s` that ends at `at` (Unix seconds). */
export type HealthWindow = {
  readonly at: number;
  readonly counts: readonly HealthCount[];
  /** The results of the arms of rollouts; absent if there are none. */
  readonly trials?: readonly TrialCount[];
  /** Of every attempt, also of those not counted above; absent if there are none. */
  readonly answers?: readonly PspTally[];
};

export type HealthState = 'healthy' | 'suspect' | 'sick' | 'recovering';

/** The health of one PSP account in one currency; if `currency` is null, in all currencies that are too rare for a verdict of their own. */
export type HealthStratum = {
  readonly psp: string;
  readonly currency: string | null;
  readonly state: HealthState;
  /** The signal with the most evidence against the PSP; the fields below are about it. */
  readonly signal: HealthSignal;
  /** Share of good outcomes since the change point, and its 95 % interval; without a change point, the baseline's. */
  readonly rate: number;
  readonly interval: readonly [number, number];
  readonly baseline: number;
  /** Outcomes since the change point. */
  readonly n: number;
  /** Log-likelihood ratio for a fall since the change point; while weight is shifted away, for a recovery. */
  readonly evidence: number;
  /** The share of its weight that the PSP keeps: 1, or less while sessions are shifted away from it. */
  readonly weight_factor: number;
  /** The earliest time of the next step back to full weight, Unix seconds; null at full weight. */
  readonly until: number | null;
};

/** Immutable. `version` rises only when a state or a weight factor changes. */
export type HealthVerdict = {
  readonly version: number;
  /** Unix seconds. */
  readonly computed_at: number;
  readonly strata: readonly HealthStratum[];
};

/** One shard's counts for a window. `first`, `last`: sequence numbers (decimal) of the first and the last record counted. */
export type HealthPart = HealthWindow & { readonly first: string; readonly last: string };

/** How far windows have been processed. */
export type HealthRecord = {
  readonly rev: number;
  /** The detector's whole state, as JSON. */
  readonly detector: string;
  /** The verdict in force; 0 before the first one. */
  readonly version: number;
  /** The last verdict for which events were published. */
  readonly told: number;
};

/**
 * Windows, the detector and its verdicts. Reads are consistent. Throws `ApiError('storage_unavailable')`; a write that threw may still have been
 * stored.
 */
export type HealthStore = {
  /** Adds a part to its window, once: a part that does not come after the shard's last one changes nothing. */
  readonly addPart: (shard: string, part: HealthPart) => Promise<void>;
  /** The windows that end at these times, with or without counts, in the same order. Call only once nothing more is added to them. */
  readonly windows: (ends: readonly number[]) => Promise<readonly HealthWindow[]>;
  readonly record: () => Promise<HealthRecord | undefined>;
  /** Replaces the previous record (`rev - 1`; 0 for none) and stores new verdicts with it, all or nothing. False if another writer replaced it. */
  readonly replace: (record: HealthRecord, verdicts: readonly HealthVerdict[]) => Promise<boolean>;
  /** The given version, or the one in force. */
  readonly verdict: (version?: number) => Promise<HealthVerdict | undefined>;
};
