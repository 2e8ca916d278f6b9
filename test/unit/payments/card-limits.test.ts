import { describe, expect, test } from '@jest/globals';
import { confirmSession } from '../../../lib/payments/confirm-session.ts';
import { decideCharge } from '../../../lib/payments/decide-charge.ts';
import { expireSession } from '../../../lib/payments/expire-session.ts';
import type { ConfirmPorts } from '../../../lib/payments/payment-ports.ts';
import { recoverCharge } from '../../../lib/payments/recovery/recover-charge.ts';
import { stripe } from '../../../lib/psp/stripe/stripe.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { AnyMethodPsp, AuthorizationAnswer } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import { sampleSession } from '../../contract/sample-records.ts';
import { createMemoryPaymentStore } from '../../memory/memory-payment-store.ts';

const declined = { outcome: 'insufficient_funds', code: '51' } as const;
const captured: AuthorizationAnswer = { outcome: 'captured', psp_reference: 'pi_1', amount_captured: 2599 };
const card = {
  type: 'card',
  card: {
    number: secret('4242424242424242'),
    cvc: secret('123'),
    exp_month: 12,
    exp_year: 2030,
    brand: 'visa',
  },
} as const;

const setUp = () => {
  let now = 1_800_000_000_000;
  let ids = 0;
  const nextId = () => {
    ids += 1;
    return ids;
  };
  let answer: AuthorizationAnswer = declined;
  const asked: string[] = [];
  const store = createMemoryPaymentStore({ now: () => now });
  const psp = (id: string) =>
    ({
      id,
      psp: id,
      capabilities: { ...stripe.capabilities, completes_authentication: true },
      authorize: async () => {
        asked.push(id);
        return answer;
      },
      lookUp: async () => answer,
    }) as unknown as AnyMethodPsp;
  const ports = (): ConfirmPorts => ({
    store,
    psps: {
      accounts: ['stripe', 'adyen'].map((id) => ({ id, psp: id, capabilities: stripe.capabilities })),
      connect: psp,
    },
    clock: { now: () => now, sleep: async () => {} },
    newId: (prefix) => `${prefix}_${nextId()}`,
    report: () => {},
    newWrite: () => `write${nextId()}`,
    render: () => ({ status: 200, body: '{}' }),
    deadline: now + 29_000,
    recovery: { schedule_s: [60, 300], shards: 1 },
    releaseCvc: async () => {},
    closedPsps: async () => new Set(),
  });
  const confirm = async (fingerprint: string, { plan = ['stripe'], address = 'a' } = {}) => {
    const session = sampleSession(`cs_${nextId()}`, {
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
      payment_method: card,
      return_url: () => 'https://shop.example/return',
      card_fingerprint: fingerprint,
      address: { id: address, max: 20 },
    }).then(
      (result) => {
        if ('error' in result) return result.error.code;
        return 'session' in result ? result.session.payment_status : result;
      },
      (error: unknown) => (error instanceof ApiError ? error.code : error),
    );
  };
  return {
    ports,
    confirm,
    asked,
    lastCharge: () => {
      const charge = [...store.charges.values()].at(-1);
      if (!charge) throw new Error('nothing was charged');
      return charge;
    },
    answerWith: (next: AuthorizationAnswer) => {
      answer = next;
    },
    pass: (days: number) => {
      now += days * 86_400_000;
    },
  };
};

const times = async (count: number, work: () => Promise<unknown>) => {
  const answers: unknown[] = [];
  for (let i = 0; i < count; i++) answers.push(await work());
  return answers;
};

describe('card limits', () => {
  test('a card is declined fifteen times in thirty days, then no PSP is asked; another card is', async () => {
    const { confirm, asked, pass } = setUp();
    expect(new Set(await times(15, () => confirm('f')))).toEqual(new Set(['card_declined']));
    expect(await confirm('f')).toBe('too_many_attempts');
    expect(asked).toHaveLength(15);
    expect(await confirm('g')).toBe('card_declined');
    pass(31);
    expect(await confirm('f')).toBe('card_declined');
  });

  test('a successful payment does not count', async () => {
    const { confirm, answerWith } = setUp();
    answerWith(captured);
    expect(new Set(await times(18, () => confirm('f')))).toEqual(new Set(['paid']));
  });

  test('a PSP that could not be reached does not count', async () => {
    const { confirm, answerWith } = setUp();
    answerWith({ outcome: 'not_sent' });
    expect(new Set(await times(18, () => confirm('f')))).toEqual(new Set(['psp_unavailable']));
  });

  const challenge = { outcome: 'requires_action', redirect_url: 'https://bank.example' } as const;
  const nobodyKnows = { outcome: 'unknown', doubt: 'timeout' } as const;
  type Shop = ReturnType<typeof setUp>;

  test.each<[string, AuthorizationAnswer, (shop: Shop) => Promise<unknown>]>([
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
    const confirmed = await times(16, async () => {
      const status = await shop.confirm('f');
      await end(shop);
      expect(shop.lastCharge().status).toBe('failed');
      return status;
    });
    expect(confirmed).not.toContain('too_many_attempts');
  });

  test('after "never again" the card is tried nowhere, whatever the rule lists', async () => {
    const { confirm, asked, answerWith } = setUp();
    answerWith({ outcome: 'processor_error', advice: 'never_again' });
    expect(await confirm('f', { plan: ['stripe', 'adyen'] })).toBe('card_declined');
    expect(await confirm('f', { plan: ['adyen'] })).toBe('too_many_attempts');
    expect(asked).toEqual(['stripe']);
  });

  test('a failover counts as one more try', async () => {
    const { confirm, asked, answerWith } = setUp();
    answerWith({ outcome: 'processor_error' });
    expect(new Set(await times(7, () => confirm('f', { plan: ['stripe', 'adyen'] })))).toEqual(
      new Set(['card_declined']),
    );
    expect(asked).toHaveLength(14);
    expect(await confirm('f', { plan: ['stripe', 'adyen'] })).toBe('card_declined');
    expect(asked).toHaveLength(15);
    expect(await confirm('f')).toBe('too_many_attempts');
  });

  test('an address has so many confirms an hour, whatever the cards', async () => {
    const { confirm } = setUp();
    for (let card = 0; card < 20; card++) await confirm(`card ${card}`);
    expect(await confirm('another')).toBe('too_many_attempts');
    expect(await confirm('another', { address: 'b' })).toBe('card_declined');
  });
});
