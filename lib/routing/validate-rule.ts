import type { Account } from '../types/capabilities.ts';
import { didYouMean } from '../types/did-you-mean.ts';
import type { RoutingRule, RoutingTarget } from '../types/routing.ts';
import { problemOfOverrides } from './override-problem.ts';
import { invalid, type Path, problemOf, type RuleProblem } from './rule-problem.ts';
import { ruleSchema } from './rule-schema.ts';

export type RuleValidation =
  | { readonly ok: true; readonly rule: RoutingRule }
  | { readonly ok: false; readonly problem: RuleProblem };

/**
 * Validates a whole rule as a caller writes it: shape, ranges, and anything that makes it harmful or pointless (a PSP that does not exist or is
 * repeated, no positive weight, a failover condition that could charge twice, an override that can never match). The returned rule is complete, with
 * the defaults of `ruleSchema`.
 */
export const validateRule = (input: unknown, accounts: readonly Account[]): RuleValidation => {
  const parsed = ruleSchema.safeParse(input);
  if (!parsed.success) return { ok: false, problem: problemOf(parsed.error, input) };
  const problem = problemOfRule(parsed.data, accounts);
  return problem === undefined ? { ok: true, rule: parsed.data } : { ok: false, problem };
};

/** Problems of a rule that has the right shape. With accounts `'any'`, it does not check whether the PSP accounts exist. */
export const problemOfRule = (
  rule: RoutingRule,
  accounts: readonly Account[] | 'any',
  path: Path = [],
): RuleProblem | undefined =>
  problemOfTargets(rule.targets, accounts, [...path, 'targets']) ??
  first(rule.overrides, ({ targets }, index) =>
    problemOfTargets(targets, accounts, [...path, 'overrides', index, 'targets']),
  ) ??
  problemOfOverrides(rule.overrides, [...path, 'overrides']);

const problemOfTargets = (
  targets: readonly RoutingTarget[],
  accounts: readonly Account[] | 'any',
  path: Path,
): RuleProblem | undefined => {
  const problem = first(targets, ({ psp }, index) => {
    if (targets.findIndex((target) => target.psp === psp) < index)
      return invalid([...path, index, 'psp'], `${psp} is listed twice`);
    if (accounts === 'any' || accounts.some(({ id }) => id === psp)) return undefined;
    const known = accounts.map(({ id }) => id);
    return invalid(
      [...path, index, 'psp'],
      `no PSP account ${psp}${didYouMean(psp, known)}; expected one of ${known.join(', ')}`,
    );
  });
  if (problem !== undefined) return problem;
  return targets.some(({ weight }) => weight > 0)
    ? undefined
    : invalid(path, 'at least one weight must be above 0, but all are 0');
};

const first = <T>(
  entries: readonly T[],
  problem: (entry: T, index: number) => RuleProblem | undefined,
): RuleProblem | undefined => {
  for (const [index, entry] of entries.entries()) {
    const found = problem(entry, index);
    if (found !== undefined) return found;
  }
  return undefined;
};
