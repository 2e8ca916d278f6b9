import type { Tally } from './tally.ts';

/** How a version is to come into force by parts, as its author wrote it. */
export type RolloutPlan = {
  /** Of the sessions, at first: 1 … 99. */
  readonly percent: number;
  /** The steps after that, rising; 100 is the whole. */
  readonly then?: readonly number[];
  /** How many seconds each step lasts. */
  readonly after_s?: number;
  /** How many percentage points fewer first attempts may be approved. Without it nobody watches. */
  readonly guard?: { readonly approval_drop_pp: number };
};

/**
 * `asked`: by a call; `step`: its time had come; `guard`: the guard took it back; `rollback`: another version took its place; `reverted`: AppConfig
 * took the last change back.
 */
export const rolloutCauses = ['asked', 'step', 'guard', 'rollback', 'reverted'] as const;

export type RolloutCause = (typeof rolloutCauses)[number];

/** `to`: percent of the sessions; 0 takes the version back, 100 puts it in the place of the one before. */
export type RolloutChange = {
  readonly to: number;
  readonly cause: RolloutCause;
  /** The API key's id; null for what happened by itself. */
  readonly by: string | null;
  readonly request_id?: string;
  /** Unix milliseconds. */
  readonly at: number;
};

/** What the guard of a rollout knows. */
export type Guarded = {
  /** What was counted in windows that ended until then, Unix seconds. */
  readonly until: number;
  readonly control: Tally;
  readonly candidate: Tally;
  /** For each way in which the candidate may be worse: how much more likely the outcomes are then than if it is as good (natural logarithm). */
  readonly evidence: readonly number[];
};

/** How far the rollout of a version has got. The document in force is the truth: this follows it. */
export type Rollout = Pick<RolloutPlan, 'after_s' | 'guard'> & {
  readonly salt: string;
  /** The steps that are left. */
  readonly steps: readonly number[];
  /** In force: 0 before it begins and after it was taken back, 100 once it is complete. */
  readonly percent: number;
  /** When `percent` came into force, Unix milliseconds. */
  readonly since: number;
  /** On its way into force: written before the document is. */
  readonly change?: RolloutChange;
  /** What made `percent` what it is. */
  readonly changed?: RolloutChange;
  /** Since it began; only with a guard. */
  readonly guarded?: Guarded;
};
