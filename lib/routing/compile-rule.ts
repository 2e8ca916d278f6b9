import type { Account } from '../types/capabilities.ts';
import type { CardBrand } from '../types/card.ts';
import type { OverrideCondition, PublishedRule, RoutingTarget } from '../types/routing.ts';
import { amountRange } from './amount-range.ts';
import { type Hash, hashOf } from './rendezvous.ts';

export type CompiledTarget = {
  readonly psp: string;
  readonly weight: number;
  readonly hash: Hash;
  readonly account: Account | undefined;
};

export type CompiledOverride = {
  readonly from: number;
  readonly to: number;
  readonly currencies: ReadonlySet<string> | undefined;
  readonly countries: ReadonlySet<string> | undefined;
  readonly brands: ReadonlySet<string> | undefined;
  readonly targets: readonly CompiledTarget[];
};

export type CompiledRule = {
  readonly accounts: readonly Account[];
  readonly targets: readonly CompiledTarget[];
  readonly overrides: readonly CompiledOverride[];
  /** Card brands that any override names. */
  readonly brands: readonly CardBrand[];
};

const compiled = new WeakMap<PublishedRule, CompiledRule>();

/** The part of a plan that depends only on rule and accounts, computed once while the same two objects come in. */
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
    ...compileCondition(when),
    targets: compileTargets(targets, accounts),
  })),
  brands: [...new Set(rule.overrides.flatMap(({ when }) => when.card_brand ?? []))],
});

const compileTargets = (targets: readonly RoutingTarget[], accounts: readonly Account[]) =>
  targets.map(({ psp, weight }) => ({
    psp,
    weight,
    hash: hashOf(psp),
    account: accounts.find(({ id }) => id === psp),
  }));

const compileCondition = (when: OverrideCondition) => ({
  ...amountRange(when.amount),
  currencies: when.currency && new Set(when.currency),
  countries: when.country && new Set(when.country),
  brands: when.card_brand && new Set<string>(when.card_brand),
});
