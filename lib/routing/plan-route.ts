import type { Account } from '../types/capabilities.ts';
import type { CardBrand } from '../types/card.ts';
import type { Plan, PublishedRule, Route, Skipped } from '../types/routing.ts';
import {
  type CompiledOverride,
  type CompiledRule,
  type CompiledTarget,
  compileRule,
} from './compile-rule.ts';
import { type Hash, hashOf, scoreOf } from './rendezvous.ts';
import type { RouteFacts } from './route-facts.ts';
import { skipReason } from './skip-reason.ts';

/**
 * The route of a session: the same facts, rule and accounts always give the same. The first override that matches decides the targets, otherwise the
 * rule's own do. Eligible targets with a weight come first, each place drawn in proportion to the weights left (weighted rendezvous); those of weight
 * 0 follow in listed order. The brand is not known yet, so an override that names brands cannot match, and each brand that any override names gets
 * its own plan. A plan is empty if no PSP is eligible.
 */
export const planRoute = (rule: PublishedRule, accounts: readonly Account[], facts: RouteFacts): Route => {
  const compiled = compileRule(rule, accounts);
  const session = hashOf(facts.session);
  const { override, plan, skipped } = planFor(compiled, session, facts, undefined);
  const route = { rule: rule.name, version: rule.version, failover: rule.failover, override, plan, skipped };
  if (compiled.brands.length === 0) return route;
  const plan_by_brand: Partial<Record<CardBrand, Plan>> = {};
  for (const brand of compiled.brands) plan_by_brand[brand] = planFor(compiled, session, facts, brand);
  return { ...route, plan_by_brand };
};

const planFor = (
  rule: CompiledRule,
  session: Hash,
  facts: RouteFacts,
  brand: CardBrand | undefined,
): Plan => {
  const override = rule.overrides.findIndex((candidate) => matches(candidate, facts, brand));
  const targets = rule.overrides[override]?.targets ?? rule.targets;
  return { override: override < 0 ? null : override, ...orderTargets(targets, session, facts, brand) };
};

const matches = (override: CompiledOverride, facts: RouteFacts, brand: CardBrand | undefined): boolean =>
  override.conditions.every((holds) => holds(facts, brand));

const orderTargets = (
  targets: readonly CompiledTarget[],
  session: Hash,
  facts: RouteFacts,
  brand: CardBrand | undefined,
): { readonly plan: readonly string[]; readonly skipped: readonly Skipped[] } => {
  const plan: string[] = [];
  const scores: number[] = [];
  const skipped: Skipped[] = [];
  const last: string[] = [];
  for (const { psp, weight, hash, account } of targets) {
    const reason = skipReason(account, facts, facts.capture_method, brand);
    if (reason !== undefined) skipped.push({ psp, reason });
    else if (weight === 0) last.push(psp);
    else insert(plan, scores, psp, scoreOf(session, hash, weight));
  }
  return { plan: last.length === 0 ? plan : plan.concat(last), skipped };
};

/** Keeps both lists sorted by score; among equal scores the one listed first stays first. */
const insert = (plan: string[], scores: number[], psp: string, score: number): void => {
  let place = scores.length;
  for (; place > 0 && (scores[place - 1] ?? 0) > score; place--) {
    scores[place] = scores[place - 1] ?? 0;
    plan[place] = plan[place - 1] ?? '';
  }
  scores[place] = score;
  plan[place] = psp;
};
