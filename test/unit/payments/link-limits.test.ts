import { describe, expect, test } from '@jest/globals';
import { confirmSession } from '../../../lib/payments/confirm-session.ts';
import { settleLink, takeBegun, takeLink } from '../../../lib/payments/link-limits.ts';
import type { ConfirmPorts } from '../../../lib/payments/payment-ports.ts';
import { stripe } from '../../../lib/psp/stripe/stripe.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { AnyMethodPsp, AuthorizationAnswer } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import { createMemoryPaymentStore } from '../../../local/memory/memory-payment-store.ts';
import { sampleCharge, sampleSession } from '../../contract/sample-records.ts';

const link = 'pl_00000000000000000000000000';
const declined: AuthorizationAnswer = { outcome: 'do_not_honor', code: '05' };
const unreached: AuthorizationAnswer = { outcome: 'psp_unavailable', code: '503' };
const captured: AuthorizationAnswer = { outcome: 'captured', psp_reference: 'pi_1', amount_captured: 2599 };
const challenged: AuthorizationAnswer = {
  outcome: 'requires_action',
  psp_reference: 'pi_1',
  redirect_url: 'https://bank.example/challenge',
};

/** A link whose sessions are paid with ever new cards from ever new addresses: neither of those limits counts. */
const setUp = () => {
  let now = 1_800_000_000_000;
  let ids = 0;
  const nextId = () => {
    ids += 1;
    return ids;
  };
  const answers: AuthorizationAnswer[] = [];
  const store = createMemoryPaymentStore({ now: () => now });
  const { capabilities } = stripe;
  const connect = (id: string) =>
    ({
      id,
      psp: id,
      capabilities,
      // The last answer is every later PSP's, too.
      authorize: async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? captured,
      lookUp: async () => declined,
    }) as unknown as AnyMethodPsp;
  const ports = (): ConfirmPorts => ({
    store,
    psps: { accounts: ['stripe', 'adyen', 'square'].map((id) => ({ id, psp: id, capabilities })), connect },
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
  const pay = async (inTurn: readonly AuthorizationAnswer[], payment_link: string | undefined = link) => {
    answers.splice(0, answers.length, ...inTurn);
    const session = sampleSession(`cs_${nextId()}`, {
      ...(payment_link === '' ? {} : { payment_link }),
      expires_at: Math.floor(now / 1000) + 86_400,
      routing: {
        rule: 'default',
        version: 1,
        override: null,
        plan: ['stripe', 'adyen', 'square'],
        skipped: [],
        failover: {
          on: ['processor_error', 'psp_unavailable', 'rate_limited'],
          max_attempts: 3,
          attempt_timeout_ms: 8000,
        },
      },
    });
    await store.commit([{ table: 'sessions', item: session, expects: 'absent' }]);
    return confirmSession(ports(), {
      session: session.id,
      payment_method: {
        type: 'card',
        card: {
          number: secret('4242424242424242'),
          cvc: secret('123'),
          exp_month: 12,
          exp_year: 2030,
          brand: 'visa',
        },
      },
      return_url: () => 'https://shop.example/return',
      card_fingerprint: `card ${nextId()}`,
      address: { id: `address ${nextId()}`, max: 100 },
    }).then(
      (result) => {
        if ('error' in result) return result.error.code;
        return 'session' in result ? result.session.payment_status : result;
      },
      (error: unknown) => (error instanceof ApiError ? error.code : error),
    );
  };
  return { pay, pass: (seconds: number) => (now += seconds * 1000) };
};

const times = async (count: number, work: () => Promise<unknown>): Promise<ReadonlySet<unknown>> => {
  const answers = new Set();
  for (let i = 0; i < count; i++) answers.add(await work());
  return answers;
};

describe('tries with a payment link', () => {
  test('a hundred in vain in an hour, whatever the cards and addresses; then none is sent', async () => {
    const { pay, pass } = setUp();
    expect(await times(100, () => pay([declined]))).toEqual(new Set(['card_declined']));
    expect(await pay([captured])).toBe('too_many_attempts');
    expect(await pay([captured], 'pl_11111111111111111111111111')).toBe('paid');
    expect(await pay([captured], '')).toBe('paid');
    pass(3599);
    expect(await pay([captured])).toBe('too_many_attempts');
    pass(1);
    expect(await pay([captured])).toBe('paid');
  });

  test('three hundred members pay in an hour, and every sixth card is refused first', async () => {
    const { pay } = setUp();
    for (let member = 0; member < 300; member++) {
      if (member % 6 === 0) expect(await pay([declined])).toBe('card_declined');
      expect([member, await pay([captured])]).toEqual([member, 'paid']);
    }
  });

  test('an outage uses up none; a confirm that fails over counts as one, and not at all once it is paid', async () => {
    const { pay } = setUp();
    expect(await times(150, () => pay([unreached, unreached]))).toEqual(new Set(['psp_unavailable']));
    const refusedByFirst: AuthorizationAnswer = { outcome: 'processor_error', code: '1' };
    expect(await times(150, () => pay([refusedByFirst, captured]))).toEqual(new Set(['paid']));
    expect(await times(100, () => pay([refusedByFirst, declined]))).toEqual(new Set(['card_declined']));
    expect(await pay([captured])).toBe('too_many_attempts');
  });

  const stepUp: AuthorizationAnswer = { outcome: 'authentication_required', code: '65' };
  const moved: AuthorizationAnswer = { outcome: 'processor_error', code: '1' };
  const busy: AuthorizationAnswer = { outcome: 'rate_limited', code: '429' };
  const cannot: AuthorizationAnswer = { outcome: 'not_supported', code: 'x' };
  const unsent: AuthorizationAnswer = { outcome: 'not_sent', code: 'x' };
  test.each<[string, readonly AuthorizationAnswer[], boolean]>([
    ['refused, then an outage', [moved, unreached], true],
    ['refused, then the PSP is busy', [moved, busy], true],
    ['refused, then the PSP cannot', [moved, cannot], true],
    ['refused, then two outages', [moved, unreached, busy], true],
    ['refused twice, then an outage', [moved, moved, unreached], true],
    ['an outage, then refused, then an outage', [unreached, moved, unreached], true],
    ['an outage, then refused', [unreached, declined], true],
    ['two outages, then refused', [unreached, busy, moved], true],
    ['asked for a challenge, then not sent', [stepUp, unsent], true],
    ['three outages', [unreached, busy, unreached], false],
    ['refused, then an outage, then paid', [moved, unreached, captured], false],
    ['an outage, then paid', [unreached, captured], false],
    ['refused, then paid', [moved, captured], false],
  ])('of a confirm whose answers are %s', async (_, answers, counts) => {
    const { pay } = setUp();
    await times(100, () => pay(answers));
    expect(await pay([captured])).toBe(counts ? 'too_many_attempts' : 'paid');
  });

  test('a customer at the bank counts: the card was found to be one', async () => {
    const { pay } = setUp();
    expect(await times(100, () => pay([challenged]))).toEqual(new Set(['requires_action']));
    expect(await pay([captured])).toBe('too_many_attempts');
  });
});

describe('what the end of an attempt puts back', () => {
  const session = sampleSession('cs_1', { payment_link: link });
  const back = [{ limit: 'put_back', id: `link#${link}`, window_s: 3600 }];

  test.each<[Partial<Charge>, boolean]>([
    [{ outcome: 'captured' }, true],
    [{ outcome: 'approved' }, true],
    [{ outcome: 'captured', redirected: true }, true],
    [{ outcome: 'psp_unavailable' }, true],
    [{ outcome: 'not_sent' }, true],
    [{ outcome: 'absent' }, true],
    [{ outcome: 'canceled' }, true],
    [{ outcome: 'canceled', redirected: true }, false],
    [{ outcome: 'absent', redirected: true }, false],
    [{ outcome: 'insufficient_funds' }, false],
    [{ outcome: 'insufficient_funds', advice: 'never_again' }, false],
    [{ outcome: 'authentication_failed', redirected: true }, false],
    [{ outcome: 'captured', other_payment_of: 'ch_2' }, false],
    [{ outcome: 'approved', refused_before: true }, true],
    [{ outcome: 'captured', refused_before: true }, true],
    [{ outcome: 'psp_unavailable', refused_before: true }, false],
    [{ outcome: 'absent', refused_before: true }, false],
    [{ outcome: 'canceled', refused_before: true }, false],
  ])('%j: %s', (ended, does) => {
    expect(settleLink(session, sampleCharge('ch_1', ended))).toEqual(does ? back : []);
  });

  test('is nothing without a link, or once its session is deleted', () => {
    expect(settleLink(sampleSession('cs_1'), sampleCharge('ch_1'))).toEqual([]);
    expect(settleLink(undefined, sampleCharge('ch_1'))).toEqual([]);
    expect(takeLink(sampleSession('cs_1'))).toEqual([]);
  });
});

test('a session is counted against its link, and against the address if that is known', () => {
  const ofLink = { limit: 'take', id: `begun#${link}`, max: 5_000, window_s: 3600 };
  expect(takeBegun(link, undefined)).toEqual([ofLink]);
  expect(takeBegun(link, { id: 'a', max: 100 })).toEqual([
    ofLink,
    { limit: 'take', id: 'begun_by#a', max: 100, window_s: 3600 },
  ]);
});
