import { ApiError } from '../types/api-error.ts';
import type { Rollout, RolloutPlan } from '../types/rollout.ts';
import type { PublishedRule, RoutingRule } from '../types/routing.ts';

/** The rollout of a version that is about to begin. Throws `parameter_invalid` if no other version is live. */
export const beginRollout = (
  { percent, then: steps = [], ...plan }: RolloutPlan,
  begin: {
    readonly rule: RoutingRule;
    readonly previous: PublishedRule | undefined;
    readonly number: number;
    readonly author: string;
    readonly request_id: string;
    /** Unix milliseconds. */
    readonly at: number;
  },
): Rollout => {
  const { rule, previous, number, author, request_id, at } = begin;
  if (previous === undefined)
    throw new ApiError(
      'parameter_invalid',
      `rollout: there is no rule ${rule.name} yet for the other sessions. Publish it without a rollout.`,
      { param: 'rollout' },
    );
  return {
    ...plan,
    steps,
    salt: `${rule.name}/${number}`,
    percent: 0,
    since: at,
    change: { to: percent, cause: 'asked', by: author, request_id, at },
  };
};
