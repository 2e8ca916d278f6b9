import { currencies } from '../types/currency.ts';
import type { OverrideCondition, RoutingRule } from '../types/routing.ts';
import { amountRange } from './amount-range.ts';
import { invalid, type Path, type RuleProblem } from './rule-problem.ts';

/**
 * The first override that can never match: its amounts exclude each other, or one earlier override takes everything it could. An override with an
 * empty `when` matches every payment, so it may only come last. Overrides covered only by several earlier ones together are not found.
 */
export const problemOfOverrides = (
  overrides: RoutingRule['overrides'],
  path: Path,
): RuleProblem | undefined => {
  for (const [index, { when }] of overrides.entries()) {
    const at = [...path, index, 'when'];
    const problem = problemOfAmount(when, at);
    if (problem !== undefined) return problem;
    const earlier = overrides.slice(0, index).findIndex((override) => covers(override.when, when));
    if (earlier >= 0)
      return invalid(at, `can never match, because overrides[${earlier}] matches first in every case`);
  }
  return undefined;
};

const problemOfAmount = ({ amount }: OverrideCondition, path: Path): RuleProblem | undefined => {
  if (amount === undefined) return undefined;
  if (Object.keys(amount).length === 0)
    return invalid([...path, 'amount'], 'expected at least one of gte, gt, lte and lt');
  const { from, to } = amountRange(amount);
  if (from <= to) return undefined;
  const bound = (amount.gte ?? 0) === from ? 'gte' : 'gt';
  return invalid([...path, 'amount', bound], `no amount is at least ${from} and at most ${to}`);
};

/** Whether the earlier condition matches every payment that the later one matches. */
const covers = (earlier: OverrideCondition, later: OverrideCondition): boolean => {
  const [outer, inner] = [amountRange(earlier.amount), amountRange(later.amount)];
  return (
    outer.from <= inner.from &&
    inner.to <= outer.to &&
    includesAll(earlier.currency, later.currency ?? currencies) &&
    // A payment may have no country, and a card a brand we do not support: lists of all of them still leave those.
    includesAll(earlier.country, later.country) &&
    includesAll(earlier.card_brand, later.card_brand)
  );
};

const includesAll = (outer: readonly string[] | undefined, inner: readonly string[] | undefined): boolean =>
  outer === undefined || (inner?.every((entry) => outer.includes(entry)) ?? false);
