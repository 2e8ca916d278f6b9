import type { Account } from '../types/capabilities.ts';
import type { PublishedRule, RoutingRule, RulesDocument } from '../types/routing.ts';
import { invalid, type Path, problemOf, type RuleProblem } from './rule-problem.ts';
import { documentSchema, maxRules } from './rule-schema.ts';
import { problemOfRule } from './validate-rule.ts';

export type DocumentValidation =
  | { readonly ok: true; readonly document: RulesDocument }
  | { readonly ok: false; readonly problem: RuleProblem };

/**
 * Validates the whole document that AppConfig stores, each rule as if it were written now. With accounts `'any'`, does not check that the PSP
 * accounts exist: environments differ in them, and a missing one is skipped as `not_configured` when a route is planned. `rules` has no prototype, so
 * that a name can find only a rule.
 */
export const validateDocument = (
  input: unknown,
  accounts: readonly Account[] | 'any',
): DocumentValidation => {
  const parsed = documentSchema.safeParse(input);
  if (!parsed.success) return { ok: false, problem: problemOf(parsed.error, input) };
  const named = Object.entries(parsed.data.rules);
  if (named.length > maxRules)
    return {
      ok: false,
      problem: invalid(['rules'], `expected at most ${maxRules} rules, received ${named.length}`),
    };
  for (const [name, rule] of named) {
    const problem =
      problemOfNamed(rule, name, accounts, ['rules', name]) ??
      (rule.candidate &&
        problemOfNamed(rule.candidate.rule, name, accounts, ['rules', name, 'candidate', 'rule']));
    if (problem !== undefined) return { ok: false, problem };
  }
  const rules: Record<string, PublishedRule> = Object.assign(Object.create(null), parsed.data.rules);
  return { ok: true, document: { rules } };
};

const problemOfNamed = (
  rule: RoutingRule,
  name: string,
  accounts: readonly Account[] | 'any',
  path: Path,
): RuleProblem | undefined =>
  rule.name === name
    ? problemOfRule(rule, accounts, path)
    : invalid([...path, 'name'], `expected ${name}, its key in the document`);
