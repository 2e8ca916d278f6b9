import type { Account } from '../types/capabilities.ts';
import type { CardBrand } from '../types/card.ts';
import type { HealthStratum, HealthVerdict } from '../types/health.ts';
import type {
  AdjustedWeight,
  Draw,
  HealthPolicy,
  Plan,
  PublishedRule,
  Route,
  Skipped,
} from '../types/routing.ts';
import {
  type CompiledOverride,
  type CompiledRule,
  type CompiledTarget,
  compileRule,
} from './compile-rule.ts';
import { orderOf, walletDraw } from './draw.ts';
import { adjustWeights, shiftsOf } from './health/steer.ts';
import { type Hash, hashOf } from './rendezvous.ts';
import type { RouteFacts } from './route-facts.ts';
import { skipReason } from './skip-reason.ts';

/**
 * The route of a session: the same facts, rule, accounts and verdict always give the same route. The first override that matches decides the targets;
 * otherwise the rule's own apply. `orderOf` gives the order of the eligible ones. The card brand is not known yet, so an override that names brands
 * cannot match, and each brand that any override names gets its own plan. A plan is empty if no PSP is eligible. Only a rule that steers by health
 * uses the verdict; without a verdict it draws with its own weights. An account is skipped as closed only if it could otherwise take the payment.
 * Wallets have their own plan: most accounts take none, and moving whole sessions to one that does would distort the shares of cards.
 */
export const planRoute = (
  rule: PublishedRule,
  accounts: readonly Account[],
  facts: RouteFacts,
  verdict?: HealthVerdict,
  closed: ReadonlySet<string> = none,
): Route => {
  const compiled = compileRule(rule, accounts);
  const session = hashOf(facts.session);
  const { health: policy } = rule;
  const steering =
    verdict && policy.mode === 'steer'
      ? { version: verdict.version, shifts: shiftsOf(verdict, facts.currency), policy }
      : undefined;
  const { override, plan, skipped, draw, adjusted, drawn } = planFor(
    compiled,
    { session, facts, closed, steering },
    undefined,
  );
  const { name, version, failover } = rule;
  let route: Route = { rule: name, version, failover, override, plan, skipped, draw };
  const wallet_plan = rule.wallets === 'first' ? [] : walletPlan(facts.session, drawn);
  if (wallet_plan.length > 0) route = { ...route, wallet_plan };
  if (policy.mode === 'off') route = { ...route, uncounted: true };
  if (steering) route = { ...route, health: { version: steering.version, adjusted } };
  if (compiled.brands.length === 0) return route;
  const plan_by_brand: Partial<Record<CardBrand, Plan>> = {};
  for (const brand of compiled.brands) {
    const { override, plan, skipped, draw } = planFor(compiled, { session, facts, closed, steering }, brand);
    plan_by_brand[brand] = { override, plan, skipped, draw };
  }
  return { ...route, plan_by_brand };
};

type Steering = {
  readonly version: number;
  readonly shifts: readonly HealthStratum[];
  readonly policy: HealthPolicy;
};

type Planned = Plan & {
  readonly draw: Draw;
  readonly adjusted: readonly AdjustedWeight[];
  readonly drawn: readonly CompiledTarget[];
};

const none: ReadonlySet<string> = new Set();

type Given = {
  readonly session: Hash;
  readonly facts: RouteFacts;
  readonly closed: ReadonlySet<string>;
  readonly steering: Steering | undefined;
};

const planFor = (
  rule: CompiledRule,
  { session, facts, closed, steering }: Given,
  brand: CardBrand | undefined,
): Planned => {
  const found = rule.overrides.findIndex((candidate) => matches(candidate, facts, brand));
  const targets = rule.overrides[found]?.targets ?? rule.targets;
  const skipped: Skipped[] = [];
  let eligible = targets.list;
  for (const target of targets.list) {
    const reason =
      skipReason(target.account, facts, facts.capture_method, brand) ??
      (closed.has(target.psp) ? 'psp_closed' : undefined);
    if (reason === undefined) continue;
    skipped.push({ psp: target.psp, reason });
    eligible = eligible.filter((other) => other !== target);
  }
  const adjusted = steering ? adjustWeights(eligible, steering.shifts, steering.policy) : [];
  const drawn = adjusted.length === 0 ? eligible : eligible.map((target) => reweighted(target, adjusted));
  return {
    override: found < 0 ? null : found,
    plan: orderOf(session, drawn),
    skipped,
    draw: drawn === targets.list ? targets.draw : drawn.map(({ entry }) => entry),
    adjusted,
    drawn,
  };
};

/** Empty if none with a weight takes wallets: the others are for failover only. */
const walletPlan = (session: string, drawn: readonly CompiledTarget[]): readonly string[] => {
  const taking = drawn.filter(({ account }) => account && account.capabilities.wallets.length > 0);
  return taking.some(({ weight }) => weight > 0) ? orderOf(hashOf(walletDraw(session)), taking) : [];
};

const matches = (override: CompiledOverride, facts: RouteFacts, brand: CardBrand | undefined): boolean =>
  override.conditions.every((holds) => holds(facts, brand));

const reweighted = (target: CompiledTarget, adjusted: readonly AdjustedWeight[]): CompiledTarget => {
  const weight = adjusted.find(({ psp }) => psp === target.psp)?.to;
  return weight === undefined ? target : { ...target, weight, entry: [target.psp, weight] };
};
