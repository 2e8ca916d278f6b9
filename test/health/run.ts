import { planOfDraw } from '../../lib/routing/draw.ts';
import { createCardCap } from '../../lib/routing/health/card-cap.ts';
import { countWindow } from '../../lib/routing/health/count-window.ts';
import type { FirstAttempt } from '../../lib/routing/health/first-attempt.ts';
import type { PublishedRule, Route } from '../../lib/types/routing.ts';
import { createRandom } from '../simulation/random.ts';
import { rule as ruleOf } from '../unit/routing/fixtures.ts';
import { poisson, unit } from './draws.ts';
import { createMarket, type Fall } from './market.ts';
import { currency, psps, type Way } from './ways.ts';

const window_s = 5;
/** Windows until a plan is drawn with what was learned of one: it is closed, folded, stored and read. */
const lag_windows = 3;

/** First attempts that do not come from the draw: somebody tests cards at one PSP. */
export type Attack = {
  readonly from_s: number;
  readonly until_s: number;
  readonly per_s: number;
  readonly attempt: (number: number) => FirstAttempt & { readonly card: string };
};

export type Scene<Known> = {
  readonly seed: number;
  readonly way: Way<Known>;
  readonly tps: number;
  readonly weights: readonly number[];
  readonly health?: Partial<PublishedRule['health']>;
  readonly until_s: number;
  /** What is approved before is not counted. */
  readonly from_s: number;
  readonly fall?: Fall;
  readonly attack?: Attack;
  /** Called before each window with what its sessions are planned under. */
  readonly observe?: (now_s: number, known: Known) => void;
};

export type Books = {
  /** Approvals expected of the plans, of the rule's weights, and of whoever always knows the best PSP. */
  readonly planned: number;
  readonly fixed: number;
  readonly oracle: number;
  /** The largest part of the sessions, in percentage points, that a plan's draw moved. */
  readonly moved: number;
  /** Plans that are not what their draw and session id say. */
  readonly unlike: number;
};

/** Plays one scene in virtual time, window by window. The same scene always ends the same. */
export const run = <Known>(scene: Scene<Known>): Books => {
  const random = createRandom(scene.seed);
  const market = createMarket(random, psps.length, scene.fall);
  const named = Object.fromEntries(psps.map((psp, index) => [psp, scene.weights[index] ?? 0]));
  const published = ruleOf(named);
  const rule: PublishedRule = {
    ...published,
    health: { mode: 'steer', max_shift: 100, min_share: 0, ...scene.health },
  };
  const total = scene.weights.reduce((sum, weight) => sum + weight, 0);
  const cardCounts = createCardCap();
  const known: Known[] = Array.from({ length: lag_windows + 1 }, () => scene.way.start);
  const books = { planned: 0, fixed: 0, oracle: 0, moved: 0, unlike: 0 };
  for (let now = window_s, sessions = 0; now <= scene.until_s; now += window_s) {
    const rates = market(now, window_s);
    const under = known[0] ?? scene.way.start;
    scene.observe?.(now - window_s, under);
    const counted = now > scene.from_s;
    const attempts: FirstAttempt[] = [];
    for (let left = poisson(random, scene.tps * window_s); left > 0; left--, sessions++) {
      const session = `cs_${scene.seed}_${sessions}`;
      const route = scene.way.plan(rule, session, under);
      const place = psps.indexOf(route.plan[0] ?? psps[0]);
      const rate = rates[place] ?? 0;
      attempts.push({
        psp: route.plan[0] ?? '',
        currency,
        outcome: unit(random) < rate ? 'captured' : 'do_not_honor',
        counts: true,
      });
      if (!counted) continue;
      books.planned += rate;
      books.oracle += Math.max(...rates);
      books.fixed += rates.reduce((sum, each, psp) => sum + (each * (scene.weights[psp] ?? 0)) / total, 0);
      if (sessions % 97 === 0) audit(books, rule, session, route);
    }
    if (scene.attack && now > scene.attack.from_s && now <= scene.attack.until_s)
      for (let number = 0; number < scene.attack.per_s * window_s; number++) {
        const { card, ...attempt } = scene.attack.attempt(number + Math.round(now * scene.attack.per_s));
        if (cardCounts(card, `${card} ${now} ${number}`, now)) attempts.push(attempt);
      }
    known.push(scene.way.learn(known.at(-1) ?? scene.way.start, countWindow(now, attempts)));
    known.shift();
  }
  return books;
};

type Audited = { moved: number; unlike: number };

const audit = (books: Audited, rule: PublishedRule, session: string, { draw = [], plan }: Route): void => {
  const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0);
  const [before, after] = [
    sum(rule.targets.map(({ weight }) => weight)),
    sum(draw.map(([, weight]) => weight)),
  ];
  const moved = sum(
    rule.targets.map(({ weight }, index) => Math.max(0, weight / before - (draw[index]?.[1] ?? 0) / after)),
  );
  books.moved = Math.max(books.moved, 100 * moved);
  if (planOfDraw(session, draw).join() !== plan.join()) books.unlike++;
};
