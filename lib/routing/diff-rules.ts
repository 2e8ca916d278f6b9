import { isDeepStrictEqual } from 'node:util';
import type { RoutingRule } from '../types/routing.ts';
import type { RuleDifference } from '../types/rule-version.ts';
import { type Path, paramOf } from './rule-problem.ts';

/**
 * Every field in which two rules differ, in the order of the rule's fields. Targets and overrides are compared position by position, since their
 * order matters; a list of plain values is one field. Undefined: there is no such rule.
 */
export const diffRules = (
  before: RoutingRule | undefined,
  after: RoutingRule | undefined,
): readonly RuleDifference[] =>
  fields.flatMap((field) => differences([field], before?.[field], after?.[field]));

const fields = Object.keys({
  targets: true,
  failover: true,
  health: true,
  wallets: true,
  overrides: true,
} satisfies Record<Exclude<keyof RoutingRule, 'name'>, true>) as readonly Exclude<
  keyof RoutingRule,
  'name'
>[];

const differences = (path: Path, before: unknown, after: unknown): readonly RuleDifference[] => {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, now] = [partsOf(before), partsOf(after)];
  if (old === undefined || now === undefined)
    return [{ path: paramOf(path), before: before ?? null, after: after ?? null }];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((step) =>
    differences([...path, step], old.get(step), now.get(step)),
  );
};

/** The parts of a value; undefined if it is one field. */
const partsOf = (value: unknown): ReadonlyMap<string | number, unknown> | undefined => {
  if (Array.isArray(value)) return value.every(isObject) ? new Map(value.entries()) : undefined;
  return isObject(value) ? new Map(Object.entries(value)) : undefined;
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
