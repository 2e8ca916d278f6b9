import { describe, expect, test } from '@jest/globals';
import { planRoute } from '../../../lib/routing/plan-route.ts';
import type { Capabilities } from '../../../lib/types/capabilities.ts';
import { cardBrands } from '../../../lib/types/card.ts';
import { wallets } from '../../../lib/types/given-method.ts';
import type { OverrideCondition } from '../../../lib/types/routing.ts';
import { account, accountsOf, facts, rule, sessionIds, targetsOf } from './fixtures.ts';

const session = 'cs_0123456789abcdefghjkmnpqrs';
const amounts: Capabilities['amounts'] = {
  currencies: ['eur', 'jpy', 'kwd'],
  exponents: {},
  multiples: { kwd: 10 },
  minima: { eur: 50 },
  maximum: 1_000_000,
};

describe('planRoute', () => {
  test('returns everything the session has to remember', () => {
    expect(planRoute(rule({ stripe: 1, adyen: 0 }), accountsOf('stripe', 'adyen'), facts(session))).toEqual({
      rule: 'default',
      version: 7,
      failover: { on: ['psp_unavailable'], max_attempts: 3, attempt_timeout_ms: 8000 },
      override: null,
      plan: ['stripe', 'adyen'],
      skipped: [],
      draw: [
        ['stripe', 1],
        ['adyen', 0],
      ],
    });
  });

  const skips: [string, Partial<Capabilities>, Parameters<typeof facts>[1], string | null][] = [
    ['a currency it does not take', { amounts }, { currency: 'usd' }, 'currency_not_supported'],
    ['an amount it cannot write', { amounts }, { currency: 'kwd', amount: 1001 }, 'amount_not_representable'],
    ['an amount it can write', { amounts }, { currency: 'kwd', amount: 1010 }, null],
    ['an amount below its minimum', { amounts }, { amount: 49 }, 'amount_too_small'],
    ['its minimum', { amounts }, { amount: 50 }, null],
    ['an amount above its maximum', { amounts }, { amount: 1_000_001 }, 'amount_too_large'],
    [
      'manual capture where it cannot',
      { capture: { manual: false, partial: false } },
      { capture_method: 'manual' },
      'manual_capture_not_supported',
    ],
    ['automatic capture', { capture: { manual: false, partial: false } }, {}, null],
    [
      'cards where it takes neither cards nor tokens',
      { card: false, psp_token: false },
      {},
      'card_not_supported',
    ],
    ['a session that a token may pay', { card: false }, {}, null],
    ['a brand that nobody knows yet', { brands: [] }, {}, null],
  ];
  for (const [what, changes, payment, reason] of skips)
    test(`${reason === null ? 'keeps' : 'skips'} a PSP for ${what}`, () => {
      const accounts = [account('stripe', changes), account('adyen')];
      const route = planRoute(rule({ stripe: 1, adyen: 0 }), accounts, facts(session, payment));
      expect(route.skipped).toEqual(reason === null ? [] : [{ psp: 'stripe', reason }]);
      expect(route.plan).toEqual(reason === null ? ['stripe', 'adyen'] : ['adyen']);
    });

  test('skips a closed account that could take it, in every plan, and moves nobody else', () => {
    const brands = [{ when: { card_brand: ['amex'] as const }, targets: targetsOf({ adyen: 1, stripe: 1 }) }];
    const three = rule({ stripe: 40, adyen: 40, square: 20 }, brands);
    const accounts = accountsOf('stripe', 'adyen', 'square');
    const closed = new Set(['adyen']);
    for (let index = 0; index < 500; index++) {
      const before = planRoute(three, accounts, facts(`cs_${index}`));
      const after = planRoute(three, accounts, facts(`cs_${index}`), undefined, closed);
      expect(after.plan).toEqual(before.plan.filter((psp) => psp !== 'adyen'));
      expect(after.skipped).toEqual([{ psp: 'adyen', reason: 'psp_closed' }]);
      expect(after.plan_by_brand?.amex).toMatchObject({ plan: ['stripe'], skipped: after.skipped });
      expect(after.draw?.map(([psp]) => psp)).toEqual(['stripe', 'square']);
    }
    const unable = [account('adyen', { amounts }), account('stripe')];
    const kept = planRoute(
      rule({ adyen: 1, stripe: 0 }),
      unable,
      facts(session, { amount: 49 }),
      undefined,
      closed,
    );
    expect(kept.skipped).toEqual([{ psp: 'adyen', reason: 'amount_too_small' }]);
  });

  test('skips an account that this deployment does not have, and plans none if none is left', () => {
    const route = planRoute(
      rule({ gone: 1, stripe: 1 }),
      [account('stripe', { amounts })],
      facts(session, { currency: 'usd' }),
    );
    expect(route).toMatchObject({
      plan: [],
      skipped: [
        { psp: 'gone', reason: 'not_configured' },
        { psp: 'stripe', reason: 'currency_not_supported' },
      ],
    });
  });

  test('uses the accounts it is given and not those of an earlier call with the same rule', () => {
    const same = rule({ stripe: 1, adyen: 0 });
    expect(planRoute(same, accountsOf('stripe', 'adyen'), facts(session)).plan).toEqual(['stripe', 'adyen']);
    expect(planRoute(same, accountsOf('adyen'), facts(session)).plan).toEqual(['adyen']);
  });
});

describe('overrides', () => {
  const accounts = accountsOf('stripe', 'adyen');
  const overridden = (when: OverrideCondition, payment: Parameters<typeof facts>[1]) => {
    const published = rule({ stripe: 1 }, [{ when, targets: targetsOf({ adyen: 1 }) }]);
    return planRoute(published, accounts, facts(session, payment)).override === 0;
  };
  const cases: [OverrideCondition, Parameters<typeof facts>[1], boolean][] = [
    [{}, {}, true],
    [{ currency: ['usd', 'eur'] }, { currency: 'eur' }, true],
    [{ currency: ['usd'] }, { currency: 'eur' }, false],
    [{ country: ['US'] }, { country: 'US' }, true],
    [{ country: ['US'] }, { country: 'DE' }, false],
    [{ country: ['US'] }, {}, false],
    [{ amount: { gte: 100 } }, { amount: 100 }, true],
    [{ amount: { gte: 100 } }, { amount: 99 }, false],
    [{ amount: { gt: 100 } }, { amount: 100 }, false],
    [{ amount: { gt: 100 } }, { amount: 101 }, true],
    [{ amount: { lte: 100 } }, { amount: 100 }, true],
    [{ amount: { lte: 100 } }, { amount: 101 }, false],
    [{ amount: { lt: 100 } }, { amount: 100 }, false],
    [{ amount: { lt: 100 } }, { amount: 99 }, true],
    [{ amount: { gte: 100, lt: 200 }, currency: ['eur'] }, { amount: 199 }, true],
    [{ amount: { gte: 100, lt: 200 }, currency: ['eur'] }, { amount: 199, currency: 'usd' }, false],
    [{ card_brand: cardBrands }, {}, false],
  ];
  for (const [when, payment, matches] of cases)
    test(`${JSON.stringify(when)} ${matches ? 'matches' : 'does not match'} ${JSON.stringify(payment)}`, () =>
      expect(overridden(when, payment)).toBe(matches));

  test('the first that matches decides', () => {
    const published = rule({ stripe: 1 }, [
      { when: { currency: ['usd'] }, targets: targetsOf({ stripe: 1 }) },
      { when: { amount: { gte: 1 }, country: ['DE'] }, targets: targetsOf({ adyen: 1, stripe: 0 }) },
      { when: {}, targets: targetsOf({ stripe: 1 }) },
    ]);
    expect(planRoute(published, accounts, facts(session, { country: 'DE' }))).toMatchObject({
      override: 1,
      plan: ['adyen', 'stripe'],
    });
    expect(planRoute(published, accounts, facts(session))).toMatchObject({ override: 2, plan: ['stripe'] });
  });

  test('each brand that any of them names gets its plan; other brands go by the plan of the session', () => {
    const published = rule({ stripe: 1 }, [
      { when: { card_brand: ['amex'], currency: ['eur'] }, targets: targetsOf({ adyen: 1 }) },
      { when: { card_brand: ['jcb'], currency: ['usd'] }, targets: targetsOf({ adyen: 1 }) },
      { when: { currency: ['eur'] }, targets: targetsOf({ stripe: 1, adyen: 0 }) },
    ]);
    expect(planRoute(published, accounts, facts(session))).toMatchObject({
      override: 2,
      plan: ['stripe', 'adyen'],
      plan_by_brand: {
        amex: { override: 0, plan: ['adyen'], skipped: [] },
        jcb: { override: 2, plan: ['stripe', 'adyen'], skipped: [] },
      },
    });
  });

  test('a plan for a brand leaves out PSPs that do not take it', () => {
    const published = rule({ stripe: 1, adyen: 1 }, [
      { when: { card_brand: ['amex'] }, targets: targetsOf({ stripe: 1, adyen: 1 }) },
    ]);
    const route = planRoute(
      published,
      [account('stripe'), account('adyen', { brands: ['visa'] })],
      facts(session),
    );
    expect(route.plan).toHaveLength(2);
    expect(route.plan_by_brand).toEqual({
      amex: {
        override: 0,
        plan: ['stripe'],
        skipped: [{ psp: 'adyen', reason: 'brand_not_supported' }],
        draw: [['stripe', 1]],
      },
    });
  });
});

describe('the plan for wallets', () => {
  const accounts = [account('stripe'), account('adyen', { wallets }), account('checkout_com', { wallets })];
  const planned = (id: string, weights: Readonly<Record<string, number>>, changes = {}) =>
    planRoute({ ...rule(weights), ...changes }, accounts, facts(id)).wallet_plan;

  test('has those that take them, in proportion to their weights, whichever PSP was drawn for cards', () => {
    const weights = { stripe: 50, adyen: 30, checkout_com: 20 };
    const drawn = { stripe: [0, 0], adyen: [0, 0], checkout_com: [0, 0] } as Record<string, [number, number]>;
    for (const id of sessionIds(20_000, 5)) {
      const { plan, wallet_plan = [] } = planRoute(rule(weights), accounts, facts(id));
      expect(wallet_plan.toSorted()).toEqual(['adyen', 'checkout_com']);
      const counted = drawn[plan[0] ?? ''] as [number, number];
      counted[0] += 1;
      counted[1] += wallet_plan[0] === 'adyen' ? 1 : 0;
    }
    for (const [sessions, at_adyen] of Object.values(drawn)) expect(at_adyen / sessions).toBeCloseTo(0.6, 1);
  });

  test('leaves the shares of cards as they are', () => {
    const weights = { stripe: 50, adyen: 30, checkout_com: 20 };
    const bare = accountsOf('stripe', 'adyen', 'checkout_com');
    for (const id of sessionIds(500, 6))
      expect(planRoute(rule(weights), accounts, facts(id)).plan).toEqual(
        planRoute(rule(weights), bare, facts(id)).plan,
      );
  });

  test('names those of weight 0 last, and them alone never: they are for failover', () => {
    for (const id of sessionIds(50, 7)) {
      expect(planned(id, { stripe: 1, adyen: 0, checkout_com: 1 })).toEqual(['checkout_com', 'adyen']);
      expect(planned(id, { stripe: 1, adyen: 0, checkout_com: 0 })).toBeUndefined();
    }
  });

  test('is not there where the first of the plan decides, or nobody takes wallets', () => {
    expect(planned(session, { adyen: 1, checkout_com: 1 }, { wallets: 'first' })).toBeUndefined();
    expect(planned(session, { adyen: 1 }, { wallets: 'any' })).toEqual(['adyen']);
    expect(planned(session, { stripe: 1 })).toBeUndefined();
  });

  test('has nobody that is skipped or closed', () => {
    const given = [
      account('stripe'),
      account('adyen', { wallets, amounts }),
      account('checkout_com', { wallets }),
    ];
    const usd = facts(session, { currency: 'usd' });
    const all = rule({ stripe: 1, adyen: 1, checkout_com: 1 });
    expect(planRoute(all, given, usd).wallet_plan).toEqual(['checkout_com']);
    expect(planRoute(all, given, usd, undefined, new Set(['checkout_com'])).wallet_plan).toBeUndefined();
  });
});
