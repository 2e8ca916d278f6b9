import { describe, expect, test } from '@jest/globals';
import { type Approval, estimateApproval } from '../../../../lib/routing/backtest/estimate-approval.ts';
import { replaySession } from '../../../../lib/routing/backtest/replay-session.ts';
import { emptyTally, tallySession } from '../../../../lib/routing/backtest/tally-session.ts';
import { chanceOfFirst, planOfDraw } from '../../../../lib/routing/draw.ts';
import type { BacktestTally, PastSession } from '../../../../lib/types/backtest.ts';
import type { PublishedRule } from '../../../../lib/types/routing.ts';
import { account, mulberry32, rule, sessionIds } from '../fixtures.ts';
import { accounts, chanceAt, market, paidSessions, trueApproval } from './market.ts';

const backtest = (proposed: PublishedRule, past: readonly PastSession[], known = accounts): BacktestTally =>
  past.reduce((sum, one) => tallySession(sum, one, replaySession(proposed, known, one)), emptyTally);

const drawn = rule({ a: 50, b: 30, c: 20 });
const past = paidSessions(drawn, sessionIds(4_000, 1), mulberry32(1));
const first = past[0] as PastSession;

const approvalOf = (proposed: PublishedRule, sessions = past): Approval =>
  estimateApproval(backtest(proposed, sessions).approval);

const countsOf = ({ shares }: BacktestTally, side: 'before' | 'after', psp: string): number =>
  shares.filter((share) => share.psp === psp).reduce((sum, share) => sum + share[side], 0);

describe('the chance of the first place', () => {
  test.each([
    [
      [
        ['a', 70],
        ['b', 30],
        ['c', 0],
      ],
      [0.7, 0.3, 0],
    ],
    [
      [
        ['a', 0],
        ['b', 0],
      ],
      [1, 0],
    ],
    [[['b', 3]], [0, 1]],
    [[], [0, 0]],
  ] as const)('%j', (draw, chances) => {
    expect(chances.map((_, index) => chanceOfFirst(draw, 'abc'[index] ?? ''))).toEqual(chances);
  });

  test('is how often the draw puts a PSP first', () => {
    const draw = [
      ['a', 50],
      ['b', 30],
      ['c', 20],
    ] as const;
    const ids = sessionIds(20_000, 5);
    for (const [psp] of draw) {
      const share = ids.filter((id) => planOfDraw(id, draw)[0] === psp).length / ids.length;
      expect(Math.abs(share - chanceOfFirst(draw, psp))).toBeLessThan(0.015);
    }
  });
});

describe('where sessions would have begun', () => {
  test('under the same rule nothing moves', () => {
    const found = backtest(drawn, past);
    expect(found).toMatchObject({ sessions: past.length, moved: 0, examples: [], no_psp: 0 });
    for (const { before, after } of found.shares) expect(after).toBe(before);
  });

  test('a shift of weight moves only sessions towards it, with at most ten examples', () => {
    const found = backtest(rule({ a: 50, b: 60, c: 20 }), past);
    expect(found.moved).toBeGreaterThan(300);
    expect(found.examples).toHaveLength(10);
    for (const { from, to } of found.examples) expect([from, to]).not.toEqual([from, 'a']);
    expect(countsOf(found, 'after', 'b') - countsOf(found, 'before', 'b')).toBe(found.moved);
  });

  test('shares are by override of the proposed rule, and an override that matches nothing is not among the matched', () => {
    const proposed = rule({ a: 1 }, [
      { when: { currency: ['chf'] }, targets: [{ psp: 'b', weight: 1 }] },
      { when: { currency: ['usd'] }, targets: [{ psp: 'c', weight: 1 }] },
    ]);
    const found = backtest(proposed, past);
    const dollars = past.filter(({ currency }) => currency === 'usd').length;
    expect(found.matched).toEqual([1]);
    const ofDollars = found.shares.filter(({ override }) => override === 1);
    expect(ofDollars.reduce((sum, { before }) => sum + before, 0)).toBe(dollars);
    expect(ofDollars.find(({ psp }) => psp === 'c')?.after).toBe(dollars);
  });

  test('the brand of the card decides if it is known', () => {
    const proposed = rule({ a: 1 }, [{ when: { card_brand: ['amex'] }, targets: [{ psp: 'b', weight: 1 }] }]);
    const found = backtest(proposed, [{ ...first, brand: 'amex' }, first]);
    expect(
      found.shares.map(({ psp, override, after }) => [psp, override, after]).filter(([, , n]) => n),
    ).toEqual([
      ['b', 0, 1],
      ['a', null, 1],
    ]);
  });

  test('a PSP that the payment method ruled out stays ruled out', () => {
    const over = { ...first, passed_over: [{ psp: 'a', reason: 'brand_not_supported' as const }] };
    expect(replaySession(rule({ a: 1, b: 0 }), accounts, over).after).toMatchObject({
      psp: 'b',
      draw: [['b', 0]],
    });
  });

  test('sessions that no PSP could have taken are counted, and say nothing of approval', () => {
    const none = [account('a', { amounts: { ...account('a').capabilities.amounts, currencies: ['usd'] } })];
    const found = backtest(rule({ a: 1 }), past, none);
    const others = past.filter(({ currency }) => currency !== 'usd').length;
    expect(found.no_psp).toBe(others);
    expect(found.approval.attempts).toBe(past.length - others);
  });

  test('the shares it predicts are those of the sessions that follow', () => {
    const limit = 13.82; // chi-square, 2 degrees of freedom, 0.1 %
    const ids = sessionIds(20_000, 9);
    const changes = [rule({ a: 20, b: 30, c: 50 }), rule({ a: 1, b: 1, c: 1 }), rule({ a: 90, b: 5, c: 5 })];
    for (const proposed of changes) {
      const predicted = backtest(proposed, paidSessions(drawn, ids.slice(0, 10_000), mulberry32(2)));
      const happened = paidSessions(proposed, ids.slice(10_000), mulberry32(3));
      // Both are samples of 10,000: the statistic of two samples.
      const statistic = ['a', 'b', 'c']
        .map((psp) => {
          const one = countsOf(predicted, 'after', psp);
          const other = happened.filter(({ routing }) => routing.plan[0] === psp).length;
          return (one - other) ** 2 / (one + other);
        })
        .reduce((sum, part) => sum + part, 0);
      expect(statistic).toBeLessThan(limit);
    }
  });
});

describe('how many payments would be approved', () => {
  test('the interval covers the truth in 93 to 97 % of 1,000 rules', () => {
    const random = mulberry32(7);
    const weight = () => 1 + Math.floor(random() * 60);
    const pool = paidSessions(drawn, sessionIds(20_000, 11), random).map((one) => ({
      one,
      before: { override: null, psp: one.routing.plan[0] ?? null, draw: one.routing.draw },
    }));
    let covered = 0;
    let shown = 0;
    while (shown < 1_000) {
      const proposed = rule({ a: weight(), b: weight(), c: weight() });
      const draw = proposed.targets.map(({ psp, weight }) => [psp, weight] as const);
      let sums = emptyTally;
      for (let attempt = 0; attempt < 1_500; attempt++) {
        const drawnOne = pool[Math.floor(random() * pool.length)];
        if (!drawnOne) throw new Error('no session');
        const { one, before } = drawnOne;
        const outcome = random() < chanceAt(market, before.psp, one.currency) ? 'captured' : 'do_not_honor';
        const attempts = [{ charge: 'ch_1', psp: before.psp ?? '', outcome, started: 0 }] as const;
        sums = tallySession(sums, { id: one.id, attempts }, { before, after: { ...before, draw } });
      }
      const approval = estimateApproval(sums.approval);
      if ('refused' in approval) continue;
      shown++;
      const [low, high] = approval.interval;
      const truth = trueApproval(proposed);
      if (low <= truth && truth <= high) covered++;
    }
    expect(covered / shown).toBeGreaterThanOrEqual(0.93);
    expect(covered / shown).toBeLessThanOrEqual(0.97);
  });

  test('under the same rule it is the rate that was, and every attempt counts in full', () => {
    const approved = past.filter(({ attempts: [one] }) => one?.outcome === 'captured').length;
    const approval = approvalOf(drawn);
    expect(approval).toMatchObject({ effective: past.length });
    expect('estimate' in approval && approval.estimate).toBeCloseTo(approved / past.length, 12);
  });

  test('a sample under a thousand is refused, and one of a thousand is not', () => {
    expect(approvalOf(drawn, past.slice(0, 999))).toEqual({ effective: 999, refused: 'sample_too_small' });
    expect(approvalOf(drawn, past.slice(0, 1_000))).toMatchObject({
      effective: 1_000,
      estimate: expect.any(Number),
    });
    expect(approvalOf(rule({ a: 1, b: 1, c: 1000 }))).toMatchObject({ refused: 'sample_too_small' });
    expect(approvalOf(drawn, [])).toEqual({ effective: 0, refused: 'sample_too_small' });
  });

  test('a PSP that took no session is not guessed at', () => {
    expect(approvalOf(rule({ a: 50, d: 2 }))).toMatchObject({ refused: 'psp_not_seen' });
    const slight = approvalOf(rule({ a: 500, b: 300, c: 200, d: 5 }));
    const without = approvalOf(rule({ a: 500, b: 300, c: 200 }));
    if ('refused' in slight || 'refused' in without) throw new Error('refused');
    expect(slight.interval[0]).toBeLessThan(without.interval[0]);
    expect(slight.interval[1]).toBeGreaterThan(without.interval[1]);
  });

  test('sessions that were not paid where they were drawn are not taken for a random sample', () => {
    expect(
      approvalOf(
        drawn,
        past
          .slice(0, 900)
          .map((one) => ({ ...one, attempts: one.attempts.map((attempt) => ({ ...attempt, psp: 'd' })) })),
      ),
    ).toMatchObject({ refused: 'sample_too_small' });
    const fixed = past.map((one, index) =>
      index % 50 === 0
        ? { ...one, attempts: one.attempts.map((attempt) => ({ ...attempt, psp: 'd' })) }
        : one,
    );
    expect(approvalOf(drawn, fixed)).toMatchObject({ refused: 'not_as_drawn' });
    const { draw: _, ...undrawn } = first.routing;
    expect(backtest(drawn, [{ ...first, routing: undrawn }]).approval).toMatchObject({
      attempts: 1,
      undrawn: 1,
    });
  });

  test('a wallet’s payment, drawn apart from the cards, says nothing about their approval', () => {
    const wallets = past.map((one, index) =>
      index % 3 === 0
        ? {
            ...one,
            attempts: one.attempts.map((attempt) => ({ ...attempt, psp: 'd', wallet: true as const })),
          }
        : one,
    );
    const cards = wallets.filter(({ attempts: [one] }) => one?.wallet !== true);
    expect(backtest(drawn, wallets).approval).toEqual(backtest(drawn, cards).approval);
    expect(backtest(drawn, wallets).approval).toMatchObject({ undrawn: 0 });
  });

  test.each([
    ['approved', 1, 1],
    ['captured', 1, 1],
    ['do_not_honor', 1, 0],
    ['psp_unavailable', 1, 0],
    ['absent', 1, 0],
    ['canceled', 0, 0],
    ['unknown', 0, 0],
    ['duplicate', 0, 0],
    ['requires_action', 0, 0],
    [null, 0, 0],
  ] as const)('%s: %i attempt, %i approved', (outcome, attempts, approved) => {
    const one = { ...first, attempts: first.attempts.map((attempt) => ({ ...attempt, outcome })) };
    expect(backtest(drawn, [one]).approval).toMatchObject({ attempts, approved });
  });

  test('only the first attempt counts, and a session without one does not', () => {
    const later = {
      ...first.attempts[0],
      charge: 'ch_2',
      psp: 'b',
      outcome: 'captured',
      started: 1,
    } as const;
    const declined = first.attempts.map((attempt) => ({ ...attempt, outcome: 'do_not_honor' as const }));
    const found = backtest(drawn, [
      { ...first, attempts: [...declined, later] },
      { ...first, attempts: [] },
    ]);
    expect(found.approval).toMatchObject({ attempts: 1, approved: 0 });
  });

  test('a session that was steered counts with the weights it was drawn with', () => {
    const { routing } = first;
    const [psp = ''] = routing.plan;
    const draw = ['a', 'b', 'c'].map((one) => [one, one === psp ? 5 : 0.5] as const);
    const weight = backtest(rule({ a: 1, b: 1, c: 1 }), [
      { ...first, routing: { ...routing, draw } },
    ]).approval;
    expect(weight.weight).toBeCloseTo(1 / 3 / (5 / 6), 12);
  });

  test('when all are approved the interval still has a width', () => {
    const all = past.map((one) => ({
      ...one,
      attempts: one.attempts.map((attempt) => ({ ...attempt, outcome: 'captured' as const })),
    }));
    const approval = approvalOf(rule({ a: 40, b: 30, c: 30 }), all);
    if ('refused' in approval) throw new Error('refused');
    expect(approval.estimate).toBe(1);
    expect(approval.interval[0]).toBeLessThan(1);
    expect(approval.interval[1]).toBeCloseTo(1, 12);
  });
});

test('the facts a replay plans with are those of the session', () => {
  const proposed = rule({ a: 1 }, [
    { when: { amount: { gte: 5_000 }, country: ['de'] }, targets: [{ psp: 'b', weight: 1 }] },
  ]);
  const large = { ...first, amount: 5_000, country: 'de' };
  expect(replaySession(proposed, accounts, large).after).toMatchObject({ psp: 'b', override: 0 });
  expect(replaySession(proposed, accounts, first).after).toMatchObject({ psp: 'a', override: null });
});
