import type { Tally } from './tally.ts';

/** Which of two versions of its rule plans a session. */
export const rolloutArms = ['control', 'candidate'] as const;

export type RolloutArm = (typeof rolloutArms)[number];

/** The rollout that a payment is counted for: `version` is the candidate's, `percent` its share when the session was created. */
export type Trial = {
  readonly rule: string;
  readonly version: number;
  readonly percent: number;
  readonly arm: RolloutArm;
};

/** The results of one arm's first attempts: approved or not. */
export type TrialCount = Trial & { readonly approval: Tally };
