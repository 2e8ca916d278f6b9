import { describe, expect, test } from '@jest/globals';
import { confirmSession } from '../../../lib/payments/confirm/confirm-session.ts';
import { decideCharge } from '../../../lib/payments/decisions/decide-charge.ts';
import type { ConfirmPorts } from '../../../lib/payments/payment-ports.ts';
import { recoverCharge } from '../../../lib/payments/reconcile/recover-charge.ts';
import { expireSession } from '../../../lib/payments/sessions/expire-session.ts';
import { stripe } from '../../../lib/psp/stripe/adapter.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Capabilities } from '../../../lib/types/capabilities.ts';
import type { GivenMethod } from '../../../lib/types/given-method.ts';
import type { AnyMethodPsp, AuthorizationResult } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import { createMemoryPaymentStore } from '../../../local/memory/memory-payment-store.ts';
import { sampleSession } from '../../contract/sample-records.ts';

const declined = { outcome: 'insufficient_funds', code: '51' } as const;
const captured: AuthorizationResult = { outcome: 'captured', psp_reference: 'pi_1', amount_captured: 2599 };
const numbers = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  jcb: '3530111333300000',
} as const;
type Brand = keyof typeof numbers;

const cardOf = (brand: Brand): GivenMethod => ({
  type: 'card',
  card: { number: secret(numbers[brand]), cvc: secret('123'), exp_month: 12, exp_year: 2030, brand },
});

/** The same card on file, charged without its customer. */
const filed = (brand: Brand): GivenMethod => {
  const { number: _, cvc: __, ...card } = (cardOf(brand) as Extract<GivenMethod, { type: 'card' }>).card;
  return {
    type: 'card_token',
    card: { ...card, token: 'vt_1', bin: numbers[brand].slice(0, 6), last4: numbers[brand].slice(-4) },
    stored: {
      customer: 'customer-7',
      credential: {
        usage: 'stored',
        initiator: 'merchant',
        reason: 'recurring',
        network_transaction_id: 'network_1',
      },
    },
  };
};

type Given = {
  readonly plan?: readonly string[];
  readonly address?: string;
  readonly brand?: Brand;
  readonly by?: 'customer' | 'merchant';
  readonly amount?: number;
  readonly currency?: string;
};

const capabilities: Capabilities = { ...stripe.capabilities, network_transaction_id: true };

const setUp = () => {
  let now = 1_800_000_000_000;
  let ids = 0;
  const nextId = () => {
    ids += 1;
    return ids;
  };
  let answer: AuthorizationResult = declined;
  const inTurn: AuthorizationResult[] = [];
  const asked: string[] = [];
  const store = createMemoryPaymentStore({ now: () => now });
  const psp = (id: string) =>
    ({
      id,
      psp: id,
      capabilities: { ...capabilities, completes_authentication: true },
      authorize: async () => {
        asked.push(id);
        return inTurn.shift() ?? answer;
      },
      lookUp: async () => answer,
    }) as unknown as AnyMethodPsp;
  const ports = (): ConfirmPorts => ({
    store,
    psps: {
      accounts: ['stripe', 'adyen'].map((id) => ({ id, psp: id, capabilities })),
      connect: psp,
    },
    clock: { now: () => now, sleep: async () => {} },
    newId: (prefix) => `${prefix}_${nextId()}`,
    log: () => {},
    newWrite: () => `write${nextId()}`,
    render: () => ({ status: 200, body: '{}' }),
    deadline: now + 29_000,
    recovery: { schedule_s: [60, 300], shards: 1 },
    releaseCvc: async () => {},
    closedPsps: async () => new Set(),
  });
  const refusals: ApiError[] = [];
  const confirm = async (
    fingerprint: string,
    {
      plan = ['stripe'],
      address = 'a',
      brand = 'visa',
      by = 'customer',
      amount = 2599,
      currency = 'eur',
    }: Given = {},
  ) => {
    const session = sampleSession(`cs_${nextId()}`, {
      amount,
      currency,
      customer: { id: 'customer-7' },
      payment_status: 'unpaid',
      charge: null,
      confirms: 0,
      confirmations: [],
      attempts: [],
      expires_at: Math.floor(now / 1000) + 86_400,
      routing: {
        rule: 'default',
        version: 1,
        override: null,
        plan,
        skipped: [],
        failover: { on: ['processor_error'], max_attempts: 3, attempt_timeout_ms: 8000 },
      },
    });
    await store.commit([{ table: 'sessions', item: session, expects: 'absent' }]);
    return confirmSession(ports(), {
      session: session.id,
      payment_method: by === 'customer' ? cardOf(brand) : filed(brand),
      return_url: () => 'https://shop.example/return',
      card_fingerprint: fingerprint,
      ...(by === 'customer' ? { address: { id: address, max: 200 } } : { stored_credentials: true }),
    }).then(
      (result) => {
        if ('error' in result) return result.error.code;
        return 'session' in result ? result.session.payment_status : result;
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) return error;
        refusals.push(error);
        return error.code;
      },
    );
  };
  return {
    ports,
    confirm,
    asked,
    refusals,
    lastCharge: () => {
      const charge = [...store.charges.values()].at(-1);
      if (!charge) throw new Error('nothing was charged');
      return charge;
    },
    answerWith: (next: AuthorizationResult) => {
      answer = next;
    },
    answerInTurn: (answers: readonly AuthorizationResult[]) => {
      inTurn.push(...answers);
    },
    pass: (days: number) => {
      now += days * 86_400_000;
    },
    now_s: () => now / 1000,
  };
};

type Shop = ReturnType<typeof setUp>;

const times = async (count: number, work: () => Promise<unknown>) => {
  const answers: unknown[] = [];
  for (let i = 0; i < count; i++) answers.push(await work());
  return answers;
};

describe('card limits', () => {
  const declinedTimes = async (shop: Shop, most: number, given: Given = {}): Promise<void> => {
    const before = shop.asked.length;
    const answers = await times(most, () => shop.confirm('f', given));
    expect([given, new Set(answers)]).toEqual([given, new Set(['card_declined'])]);
    expect([given, await shop.confirm('f', given)]).toEqual([given, 'too_many_attempts']);
    expect(shop.asked).toHaveLength(before + most);
  };

  test('Visa: a first decline and twenty more tries in thirty days; another card is tried', async () => {
    const shop = setUp();
    await declinedTimes(shop, 21);
    expect(await shop.confirm('g')).toBe('card_declined');
    shop.pass(29);
    expect(await shop.confirm('f')).toBe('too_many_attempts');
    shop.pass(1);
    await declinedTimes(shop, 21);
  });

  test('Visa: another amount, another currency, and the merchant count apart', async () => {
    const shop = setUp();
    await declinedTimes(shop, 21);
    await declinedTimes(shop, 21, { amount: 2600 });
    await declinedTimes(shop, 21, { currency: 'usd' });
    await declinedTimes(shop, 21, { by: 'merchant' });
  });

  test.each<Given>([{}, { by: 'merchant', amount: 1 }, { currency: 'usd', plan: ['adyen'] }])(
    'Mastercard: ten declines in 24 hours and 35 in thirty days, whatever the amount and whoever asks: %j',
    async (other) => {
      const shop = setUp();
      const given = { brand: 'mastercard', ...other } as const;
      await times(9, () => shop.confirm('f', { brand: 'mastercard' }));
      await declinedTimes(shop, 1, given);
      for (const left of [10, 10]) {
        shop.pass(1);
        await declinedTimes(shop, left, given);
      }
      shop.pass(1);
      await declinedTimes(shop, 5, given);
      shop.pass(1);
      expect(await shop.confirm('f', given)).toBe('too_many_attempts');
      expect(shop.refusals.at(-1)?.details.retry_after).toBe(26 * 86_400);
      shop.pass(26);
      await declinedTimes(shop, 10, given);
    },
  );

  test('Mastercard: the 24 hours slide', async () => {
    const shop = setUp();
    const given = { brand: 'mastercard' } as const;
    await times(4, () => shop.confirm('f', given));
    shop.pass(0.75);
    await declinedTimes(shop, 6, given);
    shop.pass(0.25);
    await declinedTimes(shop, 4, given);
  });

  test.each<Brand>(['amex', 'jcb'])(
    '%s: ten declines in 24 hours and twenty in thirty days',
    async (brand) => {
      const shop = setUp();
      await declinedTimes(shop, 10, { brand });
      shop.pass(1);
      await declinedTimes(shop, 10, { brand });
      shop.pass(1);
      expect(await shop.confirm('f', { brand, amount: 7 })).toBe('too_many_attempts');
    },
  );

  test('tries at every PSP count together', async () => {
    const shop = setUp();
    for (const plan of [['stripe'], ['adyen']])
      await times(5, () => shop.confirm('f', { brand: 'amex', plan }));
    expect(await shop.confirm('f', { brand: 'amex' })).toBe('too_many_attempts');
  });

  test('a successful payment does not count', async () => {
    const { confirm, answerWith } = setUp();
    answerWith(captured);
    expect(new Set(await times(30, () => confirm('f')))).toEqual(new Set(['paid']));
  });

  test('a PSP that could not be reached does not count', async () => {
    const { confirm, answerWith } = setUp();
    answerWith({ outcome: 'not_sent' });
    expect(new Set(await times(30, () => confirm('f')))).toEqual(new Set(['psp_unavailable']));
  });

  const challenge = { outcome: 'requires_action', redirect_url: 'https://bank.example' } as const;
  const nobodyKnows = { outcome: 'unknown', doubt: 'timeout' } as const;

  test.each<[string, AuthorizationResult, (shop: Shop) => Promise<unknown>]>([
    [
      'abandoned until the merchant ended the session',
      { ...challenge, psp_reference: 'pi_1' },
      ({ ports, lastCharge }) => expireSession(ports(), { session: lastCharge().session }),
    ],
    [
      'abandoned until the session was over',
      { ...challenge, psp_reference: 'pi_1' },
      ({ ports, lastCharge, pass }) => {
        pass(1);
        return recoverCharge(ports(), lastCharge().id);
      },
    ],
    [
      'never found, and called gone by a person',
      nobodyKnows,
      async ({ ports, lastCharge, pass }) => {
        pass(1);
        await recoverCharge(ports(), lastCharge().id);
        const { id, rev } = lastCharge();
        return decideCharge(ports(), { charge: id, revision: rev, outcome: 'absent', note: '', by: 'key_1' });
      },
    ],
  ])('an attempt that was %s does not count', async (_, answer, end) => {
    const shop = setUp();
    shop.answerWith(answer);
    const confirmed = await times(30, async () => {
      const status = await shop.confirm('f');
      await end(shop);
      expect(shop.lastCharge().status).toBe('failed');
      return status;
    });
    expect(confirmed).not.toContain('too_many_attempts');
  });

  const never = { outcome: 'processor_error', advice: 'never_again' } as const;

  test('after "never again" the card is tried nowhere, whatever the rule lists', async () => {
    const { confirm, asked, answerWith } = setUp();
    answerWith(never);
    expect(await confirm('f', { plan: ['stripe', 'adyen'] })).toBe('card_declined');
    expect(await confirm('f', { plan: ['adyen'], amount: 7 })).toBe('too_many_attempts');
    expect(await confirm('f', { plan: ['adyen'], by: 'merchant' })).toBe('too_many_attempts');
    expect(asked).toEqual(['stripe']);
  });

  test('after "never again" a customer is refused for thirty days, the merchant until the customer has paid', async () => {
    const { confirm, asked, answerWith, pass } = setUp();
    answerWith(never);
    await confirm('f');
    answerWith(captured);
    pass(29.9);
    expect(await confirm('f')).toBe('too_many_attempts');
    pass(400);
    expect(await confirm('f', { by: 'merchant' })).toBe('too_many_attempts');
    expect(asked).toHaveLength(1);
    expect(await confirm('f')).toBe('paid');
    expect(await confirm('f', { by: 'merchant' })).toBe('paid');
  });

  describe('advice to wait', () => {
    const wait = { outcome: 'insufficient_funds', code: '51', advice: 'wait' } as const;

    test('binds the merchant until then, with 402 and no call; the customer may try', async () => {
      const { confirm, asked, answerWith, lastCharge, pass, refusals, now_s } = setUp();
      const merchant = { by: 'merchant', brand: 'mastercard' } as const;
      answerWith({ ...wait, wait_s: 2 * 86_400 });
      expect(await confirm('f', { brand: 'mastercard' })).toBe('card_declined');
      expect(lastCharge()).toMatchObject({ advice: 'wait', advice_until: now_s() + 2 * 86_400 });
      pass(0.5);
      expect(await confirm('f', { ...merchant, amount: 7, plan: ['adyen'] })).toBe('card_declined');
      const [refusal] = refusals;
      expect(refusal).toMatchObject({
        status: 402,
        details: {
          decline_code: 'insufficient_funds',
          retry_after: 1.5 * 86_400,
          session: { payment_status: 'unpaid', attempts: [] },
        },
      });
      expect(asked).toEqual(['stripe']);
      answerWith(captured);
      expect(await confirm('f', { brand: 'mastercard' })).toBe('paid');
      expect(await confirm('f', merchant)).toBe('card_declined');
      expect(await confirm('g', merchant)).toBe('paid');
      pass(1.5);
      expect(await confirm('f', merchant)).toBe('paid');
    });

    test('without a time binds nobody afterwards', async () => {
      const { confirm, answerWith, lastCharge } = setUp();
      answerWith(wait);
      await confirm('f');
      expect(lastCharge()).toMatchObject({ advice: 'wait' });
      expect(lastCharge()).not.toHaveProperty('advice_until');
      answerWith(captured);
      expect(await confirm('f', { by: 'merchant' })).toBe('paid');
    });

    test('is not shortened by a later decline without a time', async () => {
      const { confirm, answerWith } = setUp();
      answerWith({ ...wait, wait_s: 3600 });
      await confirm('f');
      answerWith(declined);
      await confirm('f');
      answerWith(captured);
      expect(await confirm('f', { by: 'merchant' })).toBe('card_declined');
    });
  });

  test('a failover counts as one more try', async () => {
    const { confirm, asked, answerWith } = setUp();
    answerWith({ outcome: 'processor_error' });
    const given = { plan: ['stripe', 'adyen'], brand: 'amex' } as const;
    await times(4, () => confirm('f', given));
    expect(asked).toHaveLength(8);
    expect(await confirm('f', { plan: ['stripe'], brand: 'amex' })).toBe('card_declined');
    expect(await confirm('f', given)).toBe('card_declined');
    expect(asked).toHaveLength(10);
    expect(await confirm('f', given)).toBe('too_many_attempts');
  });

  test('a failover from a PSP that never asked the network is the same try, and is given back with it', async () => {
    const shop = setUp();
    const given = { plan: ['stripe', 'adyen'], brand: 'amex' } as const;
    for (const [second, answers] of [
      [captured, 'paid'],
      [declined, 'card_declined'],
    ] as const) {
      const both = async () => {
        shop.answerInTurn([{ outcome: 'not_sent' }, second]);
        return shop.confirm('f', given);
      };
      expect(new Set(await times(10, both))).toEqual(new Set([answers]));
    }
    expect(await shop.confirm('f', given)).toBe('too_many_attempts');
  });

  test('an address has so many confirms an hour, whatever the cards', async () => {
    const { confirm } = setUp();
    for (let card = 0; card < 200; card++) await confirm(`card ${card}`);
    expect(await confirm('another')).toBe('too_many_attempts');
    expect(await confirm('another', { address: 'b' })).toBe('card_declined');
  });
});
