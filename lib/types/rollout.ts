import type { Tally } from './tally.ts';

/** How a version comes into force in steps, as its author specified. */
export type RolloutPlan = {
  /** The first share of the sessions: 1 … 99. */
  readonly percent: number;
  /** The following steps, rising; 100 means all sessions. */
  readonly then?: readonly number[];
  /** How many seconds each step lasts. */
  readonly after_s?: number;
  /** By how many percentage points the approval rate of first attempts may drop. Without it, there is no guard. */
  readonly guard?: { readonly approval_drop_pp: number };
};

/**
 * `asked`: requested by a call; `step`: the next step was due; `guard`: the guard took the version back; `rollback`: another version replaced it;
 * `reverted`: AppConfig reverted the last change.
 */
export const rolloutCauses = ['asked', 'step', 'guard', 'rollback', 'reverted'] as const;

export type RolloutCause = (typeof rolloutCauses)[number];

/** `to`: percent of the sessions; 0 takes the version back, 100 replaces the previous one with it. */
export type RolloutChange = {
  readonly to: number;
  readonly cause: RolloutCause;
  /** The API key's id; null for an automatic change. */
  readonly by: string | null;
  readonly request_id?: string;
  /** Unix milliseconds. */
  readonly at: number;
};

export type Guarded = {
  /** The end of the last window counted, in Unix seconds. */
  readonly until: number;
  readonly control: Tally;
  readonly candidate: Tally;
  /**
   * One value for each way in which the candidate may be worse: how much more likely that makes the outcomes than an equally good candidate (natural
   * logarithm).
   */
  readonly evidence: readonly number[];
};

/** The progress of a version's rollout. The document in force is authoritative; this record follows it. */
export type Rollout = Pick<RolloutPlan, 'after_s' | 'guard'> & {
  readonly salt: string;
  readonly steps: readonly number[];
  /** The share in force: 0 before it begins and after it was taken back, 100 once it is complete. */
  readonly percent: number;
  /** When `percent` came into force, Unix milliseconds. */
  readonly since: number;
  /** The change that is being put into force. Written before the document is. */
  readonly change?: RolloutChange;
  /** The change that led to the current `percent`. */
  readonly changed?: RolloutChange;
  /** The guard's counts since it began; only with a guard. */
  readonly guarded?: Guarded;
};
