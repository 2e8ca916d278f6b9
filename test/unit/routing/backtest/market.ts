import { planRoute } from '../../../../lib/routing/plan-route.ts';
import type { PastSession } from '../../../../lib/types/backtest.ts';
import type { PublishedRule } from '../../../../lib/types/routing.ts';
import { accountsOf } from '../fixtures.ts';

export const accounts = accountsOf('a', 'b', 'c', 'd');

const currencies = ['eur', 'usd', 'gbp'] as const;

/** The chance that a PSP approves a first attempt, by currency. */
type Market = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const market: Market = {
  a: { eur: 0.93, usd: 0.8, gbp: 0.88 },
  b: { eur: 0.85, usd: 0.9, gbp: 0.7 },
  c: { eur: 0.9, usd: 0.6, gbp: 0.95 },
};

export const chanceAt = (market: Market, psp: string | null, currency: string): number =>
  market[psp ?? '']?.[currency] ?? 0;

/** Sessions that were planned under a rule and paid in a market, in currencies that come in turns of a uniform draw. */
export const paidSessions = (
  rule: PublishedRule,
  ids: readonly string[],
  random: () => number,
): readonly PastSession[] =>
  ids.map((id) => {
    const currency = currencies[Math.floor(random() * currencies.length)] ?? 'eur';
    const facts = { amount: 2599, currency, capture_method: 'automatic' } as const;
    const routing = planRoute(rule, accounts, { session: id, ...facts });
    const [psp = ''] = routing.plan;
    const outcome = random() < chanceAt(market, psp, currency) ? 'captured' : 'do_not_honor';
    const attempts = [{ charge: `ch_${id}`, psp, outcome, started: 0 }] as const;
    return { id, ...facts, routing, attempts, passed_over: [] };
  });

/** The expected rate of approved first attempts in the market: the currencies are equally frequent, the rule has no overrides. */
export const trueApproval = ({ targets }: PublishedRule): number => {
  const total = targets.reduce((sum, { weight }) => sum + weight, 0);
  const rates = currencies.map((currency) =>
    targets.reduce((sum, { psp, weight }) => sum + (weight / total) * chanceAt(market, psp, currency), 0),
  );
  return rates.reduce((sum, rate) => sum + rate, 0) / currencies.length;
};
