import { validateRule } from '../routing/validate-rule.ts';
import { ApiError } from '../types/api-error.ts';
import type { Account } from '../types/capabilities.ts';
import type { RoutingRule } from '../types/routing.ts';

/** Checks a caller's rule. Throws `ApiError` with the exact `param`. A rule may use only these `accounts`. */
export const checkedRule = (input: unknown, accounts: readonly Account[]): RoutingRule => {
  const validation = validateRule(input, accounts);
  if (validation.ok) return validation.rule;
  const { code, message, param } = validation.problem;
  throw new ApiError(code, message, { param });
};
