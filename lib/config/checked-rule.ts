import type { RuleProblem } from '../routing/rule-problem.ts';
import { problemOfUntaken } from '../routing/untaken.ts';
import { validateRule } from '../routing/validate-rule.ts';
import { ApiError } from '../types/api-error.ts';
import type { Account } from '../types/capabilities.ts';
import type { RoutingRule } from '../types/routing.ts';

/** Checks a caller's rule. Throws `ApiError` with the exact `param`. A rule may use only these `accounts`. */
export const checkedRule = (input: unknown, accounts: readonly Account[]): RoutingRule => {
  const validation = validateRule(input, accounts);
  if (validation.ok) return validation.rule;
  throw refusalOf(validation.problem);
};

/** Refuses an override that is not live yet and leaves payments without a PSP. */
export const refuseUntaken = (
  rule: RoutingRule,
  live: RoutingRule | undefined,
  accounts: readonly Account[],
): void => {
  const problem = problemOfUntaken(rule, live, accounts);
  if (problem) throw refusalOf(problem);
};

const refusalOf = ({ code, message, param }: RuleProblem): ApiError => new ApiError(code, message, { param });
