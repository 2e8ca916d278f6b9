import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { asLinkTry, settleLink, takeBegun, takeLink } from '../../../lib/charge/link-limits.ts';
import { confirmSession } from '../../../lib/payments/confirm/confirm-session.ts';
import type { ConfirmPorts } from '../../../lib/payments/payment-ports.ts';
import { stripe } from '../../../lib/psp/stripe/adapter.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { AnyMethodPsp, AuthorizationResult } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import { createMemoryPaymentStore } from '../../../local/memory/memory-payment-store.ts';
import { sampleCharge, sampleSession } from '../../contract/sample-records.ts';

const link = 'pl_00000000000000000000000000';
const declined: AuthorizationResult = { outcome: 'do_not_honor', code: '05' };
const unreached: AuthorizationResult = { outcome: 'psp_unavailable', code: '503' };
const captured: AuthorizationResult = { outcome: 'captured', psp_reference: 'pi_1', amount_captured: 2599 };
const challenged: AuthorizationResult = {
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
  const answers: AuthorizationResult[] = [];
  const events: string[] = [];
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
    newId: (prefix) => `${prefix}_${String(nextId()).padStart(26, '0')}`,
    log: ({ event }) => events.push(event),
    newWrite: () => `write${nextId()}`,
    render: () => ({ status: 200, body: '{}' }),
    deadline: now + 29_000,
    recovery: { schedule_s: [60, 300], shards: 1 },
    releaseCvc: async () => {},
    closedPsps: async () => new Set(),
  });
  const addressOf = (name: string, max = 100) => ({
    id: createHash('sha256').update(name).digest('base64url'),
    max,
  });
  const pay = async (
    inTurn: readonly AuthorizationResult[],
    { payment_link = link, from = addressOf(`address ${nextId()}`) } = {},
  ) => {
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
      address: from,
    }).then(
      (result) => {
        if ('error' in result) return result.error.code;
        return 'session' in result ? result.session.payment_status : result;
      },
      (error: unknown) => (error instanceof ApiError ? error.code : error),
    );
  };
  return { pay, addressOf, events, pass: (seconds: number) => (now += seconds * 1000) };
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
    expect(await pay([captured], { payment_link: 'pl_11111111111111111111111111' })).toBe('paid');
    expect(await pay([captured], { payment_link: '' })).toBe('paid');
    pass(3599);
    expect(await pay([captured])).toBe('too_many_attempts');
    pass(1);
    expect(await pay([captured])).toBe('paid');
  });

  test('fifteen in vain in an hour from one address, which may pay another link; it takes seven to use up a link', async () => {
    const { pay, pass, addressOf, events } = setUp();
    const testers = Array.from({ length: 7 }, (_, index) => addressOf(`tester ${index}`));
    for (const from of testers.slice(0, 6)) {
      expect(await times(15, () => pay([declined], { from }))).toEqual(new Set(['card_declined']));
      expect(await pay([captured], { from })).toBe('too_many_attempts');
      expect(await pay([captured], { from, payment_link: 'pl_1' })).toBe('paid');
      expect(await pay([captured])).toBe('paid');
    }
    expect(events).not.toContain('payment_link_used_up');
    const [seventh] = testers.slice(6);
    expect(await times(10, () => pay([declined], { from: seventh }))).toEqual(new Set(['card_declined']));
    expect(await pay([captured])).toBe('too_many_attempts');
    expect(events.filter((event) => event === 'payment_link_used_up')).toHaveLength(1);
    pass(3600);
    for (const from of testers) expect(await pay([captured], { from })).toBe('paid');
  });

  test('of one address, as many pay as may confirm; an outage uses up none of its tries, and neither does a failover that is paid', async () => {
    const { pay, addressOf } = setUp();
    const from = addressOf('a café');
    expect(await times(30, () => pay([unreached], { from }))).toEqual(new Set(['psp_unavailable']));
    const refusedByFirst: AuthorizationResult = { outcome: 'processor_error', code: '1' };
    expect(await times(30, () => pay([refusedByFirst, captured], { from }))).toEqual(new Set(['paid']));
    expect(await times(15, () => pay([refusedByFirst, unreached], { from }))).toEqual(
      new Set(['psp_unavailable']),
    );
    expect(await pay([captured], { from })).toBe('too_many_attempts');
  });

  test('in test mode an address has as many more as it has confirms', async () => {
    const { pay, addressOf } = setUp();
    const from = addressOf('tests', 10_000);
    expect(await times(100, () => pay([declined], { from }))).toEqual(new Set(['card_declined']));
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
    const refusedByFirst: AuthorizationResult = { outcome: 'processor_error', code: '1' };
    expect(await times(150, () => pay([refusedByFirst, captured]))).toEqual(new Set(['paid']));
    expect(await times(100, () => pay([refusedByFirst, declined]))).toEqual(new Set(['card_declined']));
    expect(await pay([captured])).toBe('too_many_attempts');
  });

  const stepUp: AuthorizationResult = { outcome: 'authentication_required', code: '65' };
  const moved: AuthorizationResult = { outcome: 'processor_error', code: '1' };
  const busy: AuthorizationResult = { outcome: 'rate_limited', code: '429' };
  const cannot: AuthorizationResult = { outcome: 'not_supported', code: 'x' };
  const unsent: AuthorizationResult = { outcome: 'not_sent', code: 'x' };
  test.each<[string, readonly AuthorizationResult[], boolean]>([
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

const of = (names: readonly string[]) =>
  names.map((id) => ({ limit: 'put_back', id, one: '00000001', window_s: 3600 }));

describe('what the end of an attempt puts back', () => {
  const session = sampleSession('cs_1', { payment_link: link });
  const link_try = { id: '00000001' };
  const refused = { link_try: { ...link_try, refused: true } } as const;

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
    [{ outcome: 'approved', ...refused }, true],
    [{ outcome: 'captured', ...refused }, true],
    [{ outcome: 'psp_unavailable', ...refused }, false],
    [{ outcome: 'absent', ...refused }, false],
    [{ outcome: 'canceled', ...refused }, false],
  ])('%j: %s', (ended, does) => {
    expect(settleLink(session, sampleCharge('ch_1', { link_try, ...ended }))).toEqual(
      does ? of([`link#${link}`]) : [],
    );
  });

  test('is put back with the address, too, if that was counted', () => {
    const charge = sampleCharge('ch_1', { outcome: 'captured', link_try: { ...link_try, by: 'a_' } });
    expect(settleLink(session, charge)).toEqual(of([`link#${link}`, `link#${link}#a_`]));
  });

  test('is nothing without a link, once its session is deleted, or where an earlier release counted none', () => {
    const paid = sampleCharge('ch_1', { outcome: 'captured', link_try });
    expect(settleLink(sampleSession('cs_1'), paid)).toEqual([]);
    expect(settleLink(undefined, paid)).toEqual([]);
    expect(settleLink(session, sampleCharge('ch_1', { outcome: 'captured' }))).toEqual([]);
  });
});

test('a charge keeps of an address what tells nobody’s, and nothing without a link', () => {
  const address = { id: 'a_'.padEnd(43, 'b'), max: 100 };
  const charge = sampleCharge('ch_00000000000000000012345678');
  const counted = asLinkTry(charge, sampleSession('cs_1', { payment_link: link }), address);
  expect(counted.link_try).toEqual({ id: '12345678', by: 'a_' });
  expect(JSON.stringify(counted)).not.toContain('a_b');
  expect(asLinkTry(charge, sampleSession('cs_1'), address)).toBe(charge);
  expect(takeLink(sampleSession('cs_1'), charge, address)).toEqual([]);
});

test('a session is counted against its link, and against the address if that is known', () => {
  const ofLink = { limit: 'take', id: `begun#${link}`, max: 5_000, window_s: 3600 };
  expect(takeBegun(link, undefined)).toEqual([ofLink]);
  expect(takeBegun(link, { id: 'a', max: 100 })).toEqual([
    ofLink,
    { limit: 'take', id: 'begun_by#a', max: 100, window_s: 3600 },
  ]);
});
