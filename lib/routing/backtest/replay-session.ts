import type { PastSession } from '../../types/backtest.ts';
import type { Account } from '../../types/capabilities.ts';
import type { Draw, Plan, PublishedRule } from '../../types/routing.ts';
import { planRoute } from '../plan-route.ts';

/** The first PSP of a session, and its first PSP under another rule. */
export type Replayed = { readonly before: Beginning; readonly after: Beginning };

export type Beginning = {
  readonly override: number | null;
  readonly psp: string | null;
  /** Undefined for a session from before draws were stored. */
  readonly draw: Draw | undefined;
};

/**
 * Plans a past session again under another rule, with its own id. PSPs that its payment method excluded stay excluded. A rule that steers by health
 * draws with its own weights: past health is ignored.
 */
export const replaySession = (
  rule: PublishedRule,
  accounts: readonly Account[],
  past: PastSession,
): Replayed => {
  const { id: session, amount, currency, country, capture_method, routing } = past;
  const route = planRoute(rule, accounts, { session, amount, currency, country, capture_method });
  return { before: beginning(routing, past), after: beginning(route, past) };
};

const beginning = (
  route: PastSession['routing'],
  { brand, passed_over }: Pick<PastSession, 'brand' | 'passed_over'>,
): Beginning => {
  const { override, plan, draw }: Plan = (brand && route.plan_by_brand?.[brand]) ?? route;
  const stays = (psp: string): boolean => passed_over.every((skipped) => skipped.psp !== psp);
  return { override, psp: plan.find(stays) ?? null, draw: draw?.filter(([psp]) => stays(psp)) };
};
