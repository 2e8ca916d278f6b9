import type { RoutingRule } from '../types/routing.ts';
import {
  type Asked,
  type ConditionKey,
  conditionKeys,
  conditionTable,
} from './conditions/condition-table.ts';
import { invalid, type Path, type RuleProblem } from './rule-problem.ts';

/**
 * The first override that can never match, because no payment can meet its condition or because one earlier override matches everything that it
 * could. An override with an empty `when` matches every payment, so it is accepted only in last place. Overrides that are covered only by several
 * earlier ones together are not found.
 */
export const problemOfOverrides = (
  overrides: RoutingRule['overrides'],
  path: Path,
): RuleProblem | undefined => {
  for (const [index, { when }] of overrides.entries()) {
    const at = [...path, index, 'when'];
    for (const key of conditionKeys) {
      const problem = problemOfCondition(key, when, at);
      if (problem !== undefined) return problem;
    }
    const earlier = overrides.slice(0, index).findIndex((override) => covers(override.when, when));
    if (earlier >= 0)
      return invalid(at, `can never match, because overrides[${earlier}] matches first in every case`);
  }
  return undefined;
};

const problemOfCondition = <Key extends ConditionKey>(
  key: Key,
  when: Asked,
  path: Path,
): RuleProblem | undefined => {
  const wanted = when[key];
  return wanted === undefined ? undefined : conditionTable[key].problem?.(wanted, [...path, key]);
};

/** Whether every payment that the later override matches is matched by the earlier one. */
const covers = (earlier: Asked, later: Asked): boolean =>
  conditionKeys.every((key) => coversAt(key, earlier, later));

const coversAt = <Key extends ConditionKey>(key: Key, earlier: Asked, later: Asked): boolean =>
  conditionTable[key].covers(earlier[key], later[key]);
