import type { Account } from '../types/capabilities.ts';
import type { CardBrand } from '../types/card.ts';
import type { Draw, PublishedRule, RoutingTarget } from '../types/routing.ts';
import type { Meets } from './conditions/condition.ts';
import {
  type Asked,
  type ConditionKey,
  conditionKeys,
  conditionTable,
} from './conditions/condition-table.ts';
import { type Hash, hashOf } from './rendezvous.ts';

export type CompiledTarget = {
  readonly psp: string;
  readonly weight: number;
  readonly hash: Hash;
  readonly account: Account | undefined;
  readonly entry: Draw[number];
};

/** `draw` can be used unchanged if all are eligible and no weight is shifted: the same object in every plan. */
export type CompiledTargets = { readonly list: readonly CompiledTarget[]; readonly draw: Draw };

export type CompiledOverride = {
  /** A payment must meet all of them. */
  readonly conditions: readonly Meets[];
  readonly targets: CompiledTargets;
};

export type CompiledRule = {
  readonly accounts: readonly Account[];
  readonly targets: CompiledTargets;
  readonly overrides: readonly CompiledOverride[];
  /** Card brands that any override names. */
  readonly brands: readonly CardBrand[];
};

const compiled = new WeakMap<PublishedRule, CompiledRule>();

/** The part of a plan that depends only on rule and accounts. Cached for the same two objects. */
export const compileRule = (rule: PublishedRule, accounts: readonly Account[]): CompiledRule => {
  const known = compiled.get(rule);
  if (known?.accounts === accounts) return known;
  const fresh = compile(rule, accounts);
  compiled.set(rule, fresh);
  return fresh;
};

const compile = (rule: PublishedRule, accounts: readonly Account[]): CompiledRule => ({
  accounts,
  targets: compileTargets(rule.targets, accounts),
  overrides: rule.overrides.map(({ when, targets }) => ({
    conditions: conditionKeys.flatMap((key) => meetsAt(key, when)),
    targets: compileTargets(targets, accounts),
  })),
  brands: [...new Set(rule.overrides.flatMap(({ when }) => when.card_brand ?? []))],
});

const compileTargets = (targets: readonly RoutingTarget[], accounts: readonly Account[]): CompiledTargets => {
  const list = targets.map(
    ({ psp, weight }): CompiledTarget => ({
      psp,
      weight,
      hash: hashOf(psp),
      account: accounts.find(({ id }) => id === psp),
      entry: [psp, weight],
    }),
  );
  return { list, draw: list.map(({ entry }) => entry) };
};

const meetsAt = <Key extends ConditionKey>(key: Key, when: Asked): readonly Meets[] => {
  const wanted = when[key];
  return wanted === undefined ? [] : [conditionTable[key].matches(wanted)];
};
