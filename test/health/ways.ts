import { foldWindow, newDetector } from '../../lib/routing/health/detector.ts';
import { verdictOf } from '../../lib/routing/health/verdict.ts';
import { planRoute } from '../../lib/routing/plan-route.ts';
import type { HealthVerdict, HealthWindow } from '../../lib/types/health.ts';
import type { PublishedRule, Route } from '../../lib/types/routing.ts';
import { accountsOf } from '../unit/routing/fixtures.ts';

/** One way to choose PSPs: what it knows after each window, and how it plans under what was known some windows ago. */
export type Way<Known> = {
  readonly start: Known;
  readonly learn: (known: Known, window: HealthWindow) => Known;
  readonly plan: (rule: PublishedRule, session: string, known: Known) => Route;
};

export const psps: readonly [string, string, string] = ['psp_a', 'psp_b', 'psp_c'];
export const currency = 'eur';
const accounts = accountsOf(...psps);

const factsOf = (session: string) => ({
  session,
  amount: 2599,
  currency,
  capture_method: 'automatic' as const,
});

/** The detector and the plan as they are shipped. */
export type Watched = { readonly detector: typeof newDetector; readonly verdict: HealthVerdict };

export const shipped: Way<Watched> = {
  start: { detector: newDetector, verdict: verdictOf(newDetector, undefined) },
  learn: ({ detector, verdict }, window) => {
    const next = foldWindow(detector, window);
    return { detector: next, verdict: verdictOf(next, verdict) };
  },
  plan: (rule, session, { verdict }) => planRoute(rule, accounts, factsOf(session), verdict),
};

/** The last outcomes of each PSP decide: nearly all sessions go to the best of them, whatever the weights; a few explore. */
export type Windowed = { readonly last: Readonly<Record<string, readonly boolean[]>>; readonly best: string };

const kept = 125;
const explored = 0.05;

export const winnerTakesAll = (unit: () => number): Way<Windowed> => ({
  start: { last: {}, best: psps[0] },
  learn: ({ last, best }, { counts }) => {
    const next = { ...last };
    for (const { psp, approval } of counts) {
      const outcomes = [
        ...Array.from({ length: approval.ok }, () => true),
        ...Array.from({ length: approval.failed }, () => false),
      ];
      next[psp] = [...(next[psp] ?? []), ...shuffled(outcomes, unit)].slice(-kept);
    }
    const rate = (psp: string) =>
      (next[psp] ?? []).filter(Boolean).length / Math.max(1, next[psp]?.length ?? 0);
    return { last: next, best: psps.reduce((one, other) => (rate(other) > rate(one) ? other : one), best) };
  },
  plan: (rule, session, { best }) => {
    const route = planRoute(rule, accounts, factsOf(session));
    return unit() < explored ? route : { ...route, plan: [best] };
  },
});

const shuffled = <T>(list: T[], unit: () => number): T[] => {
  for (let place = list.length - 1; place > 0; place--) {
    const other = Math.floor(unit() * (place + 1));
    [list[place], list[other]] = [list[other] as T, list[place] as T];
  }
  return list;
};
