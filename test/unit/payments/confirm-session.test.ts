import { describe, expect, test } from '@jest/globals';
import { createRenderer } from '../../../lib/http/renderer.ts';
import { type ConfirmCommand, confirmSession } from '../../../lib/payments/confirm/confirm-session.ts';
import type { ConfirmPorts } from '../../../lib/payments/payment-ports.ts';
import { toItem } from '../../../lib/storage/items.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { AuthorizationResult, Psp } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import type { Session } from '../../../lib/types/session.ts';
import { isResponseLost } from '../../../lib/types/step.ts';
import { itemBytes, maxItemBytes } from '../../../local/memory/item-bytes.ts';
import { sampleSession } from '../../contract/sample-records.ts';
import { oneCharge, refusalOf, type Scenario, start } from './one-charge.ts';

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
const took: AuthorizationResult = { outcome: 'captured', psp_reference: 'pi_2', amount_captured: 2_599 };
const unknown: AuthorizationResult = { outcome: 'unknown', doubt: 'timeout' };
const key = (name = 'k') => ({ key: name, hash: 'h', view: 'full' }) as const;
const routing: Session['routing'] = {
  rule: 'default',
  version: 1,
  override: null,
  plan: ['stripe'],
  skipped: [],
  failover: { on: ['processor_error'], max_attempts: 3, attempt_timeout_ms: 8_000 },
};
const unpaid: Partial<Session> = { payment_status: 'unpaid', charge: null, attempts: [], routing };

/** A session that nobody has paid yet, at a PSP that answers its attempts so, one after the other. */
const open = async (
  answers: readonly AuthorizationResult[],
  { session = {}, psp = {}, ...scenario }: Scenario = {},
) => {
  const waiting = [...answers];
  const asked: { readonly attempt: object; readonly request: object; readonly timeout_ms: number }[] = [];
  const one = await oneCharge({
    session: { ...unpaid, ...session },
    psp: {
      authorize: async (attempt, request, { timeout_ms }) => {
        asked.push({ attempt, request, timeout_ms });
        return waiting.shift() ?? unknown;
      },
      ...psp,
    } as Partial<Psp>,
    ...scenario,
  });
  const confirm = (changes: Partial<ConfirmCommand> = {}) =>
    confirmSession(one.ports, {
      session: one.first.session,
      payment_method: card,
      return_url: (charge) => `https://pay.example/${charge}`,
      ...changes,
    });
  return { ...one, asked, confirm };
};

describe('a confirm', () => {
  test('records which key the account has', async () => {
    const key = () => ({ print: 'present', replaces: ['former'] });
    const { confirm, session, store } = await open([took], { psp: { key } });
    await confirm();
    const { charge } = (await session()) ?? {};
    expect(await store.charge(charge ?? '')).toMatchObject({ key_print: 'present' });
  });

  test('sends what the session has, and nothing else', async () => {
    const { confirm, asked, logs, session, store } = await open([took]);
    expect(await confirm()).toEqual({ session: await session() });
    const { charge } = (await session()) ?? {};
    expect(asked).toEqual([
      {
        attempt: {
          reference: charge,
          session: 'cs_00000000000000000000000000',
          amount: 2_599,
          currency: 'eur',
          capture_method: 'automatic',
          started: start,
        },
        request: { payment_method: card, return_url: `https://pay.example/${charge}` },
        timeout_ms: 8_000,
      },
    ]);
    expect(await store.charge(charge ?? '')).toMatchObject({ status: 'captured', amount_captured: 2_599 });
    expect(await session()).toMatchObject({ payment_status: 'paid', confirms: 1 });
    expect(logs).toEqual([
      {
        event: 'attempt',
        session: 'cs_00000000000000000000000000',
        charge,
        psp: 'stripe',
        outcome: 'captured',
        code: undefined,
        latency_ms: 0,
      },
    ]);
  });

  test('sends the customer’s address, the order and the e-mail address, if they are known', async () => {
    const { confirm, asked } = await open([took], {
      session: { customer_email: 'ada@example.com', reference: 'order-7' },
    });
    await confirm({ client_ip: '192.0.2.1' });
    expect(asked[0]).toMatchObject({
      attempt: { details: { customer: { email: 'ada@example.com' }, order: 'order-7' } },
      request: { client_ip: '192.0.2.1' },
    });
  });

  test('sends what the merchant said about the payment', async () => {
    const said = {
      description: 'Two tickets',
      statement_descriptor: 'TICKETS 1',
      shipping: { name: 'Ada', address: { city: 'Berlin' } },
      metadata: { tier: 'gold' },
    };
    const { confirm, asked } = await open([took], { session: { ...said, customer: { id: 'u-7' } } });
    await confirm();
    expect(asked[0]?.attempt).toMatchObject({ details: { ...said, customer: { id: 'u-7' } } });
  });

  test('sends the session’s billing details, or its own as a whole', async () => {
    const billing_details = { name: 'Ada', address: { line1: 'Here', postal_code: '10115' } };
    const sent = async (given: object | undefined) => {
      const { confirm, asked, session } = await open([took], { session: { billing_details } });
      await confirm({ payment_method: { ...card, ...(given && { billing_details: given }) } });
      // What a browser gives is not stored.
      expect((await session())?.billing_details).toEqual(billing_details);
      return asked[0]?.request;
    };
    expect(await sent(undefined)).toMatchObject({ payment_method: { billing_details } });
    expect(await sent({ address: { postal_code: '75001' } })).toMatchObject({
      payment_method: { billing_details: { address: { postal_code: '75001' } } },
    });
    expect(JSON.stringify(await sent({ address: { postal_code: '75001' } }))).not.toContain('Here');
  });

  describe('of a session that asks for an address', () => {
    const berlin = { postal_code: '10115', country: 'DE' };
    const confirmed = async (stored: object | undefined, given: object | undefined) => {
      const { confirm, asked } = await open([took], {
        session: {
          collect: ['postal_code', 'country'],
          ...(stored && { billing_details: { address: stored } }),
        },
      });
      const refusal = await confirm({
        payment_method: { ...card, ...(given && { billing_details: { address: given } }) },
      }).then(
        () => undefined,
        ({ code, details }: ApiError) => [code, details.param],
      );
      expect(asked).toHaveLength(refusal ? 0 : 1);
      return refusal;
    };
    const missing = (name: string) => ['parameter_missing', `payment_method.billing_details.address.${name}`];

    test('is refused for a card that comes without, before anything is written', async () => {
      expect(await confirmed(undefined, undefined)).toEqual(missing('country'));
      expect(await confirmed(undefined, { country: 'DE' })).toEqual(missing('postal_code'));
      expect(await confirmed(undefined, { postal_code: '10115' })).toEqual(missing('country'));
    });

    test('takes what the confirm says, or what the session has', async () => {
      expect(await confirmed(undefined, berlin)).toBeUndefined();
      expect(await confirmed(berlin, undefined)).toBeUndefined();
      // As a whole: nothing is put together of both.
      expect(await confirmed(berlin, { country: 'DE' })).toEqual(missing('postal_code'));
    });

    test('requires no postal code in a country that has none', async () => {
      expect(await confirmed(undefined, { country: 'HK' })).toBeUndefined();
    });

    test('asks nothing of a token', async () => {
      const { confirm, asked } = await open([took], {
        session: { collect: ['country'] },
        psp: { tokenKind: () => 'stored' },
      });
      await confirm({
        payment_method: { type: 'psp_token', psp: 'stripe', token: secret('pm_card_visa') },
        stored_credentials: true,
      });
      expect(asked).toHaveLength(1);
    });
  });

  test('keeps what the number says about the card, and what the PSP adds', async () => {
    const particulars = {
      card: { country: 'FR', funding: 'debit' },
      checks: { cvc: 'pass' },
      authorization_code: '044925',
    } as const;
    const { confirm, session, store } = await open([{ ...took, particulars }]);
    await confirm();
    const { charge } = (await session()) ?? {};
    expect((await store.charge(charge ?? ''))?.particulars).toEqual({
      ...particulars,
      card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030, country: 'FR', funding: 'debit' },
    });
  });

  test('keeps the card after a failover, but not what the first PSP said about its own try', async () => {
    const refused: AuthorizationResult = {
      outcome: 'processor_error',
      particulars: { card: { country: 'FR' }, network_transaction_id: 'T1' },
    };
    const { confirm, session, store } = await open([refused, took], {
      session: { routing: { ...routing, plan: ['stripe', 'stripe'] } },
    });
    await confirm();
    const attempts = (await session())?.attempts ?? [];
    const [first, second] = await Promise.all(attempts.map(({ charge }) => store.charge(charge)));
    const known = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030, country: 'FR' };
    expect(first?.particulars).toEqual({ card: known, network_transaction_id: 'T1' });
    expect(second?.particulars).toEqual({ card: known });
  });

  test.each<[string, readonly AuthorizationResult[], boolean]>([
    ['an answer at once', [took], false],
    ['a refusal at once', [{ outcome: 'do_not_honor', code: '05' }], false],
    ['an answer to the second call', [unknown, took], true],
    ['a refusal to the third', [unknown, unknown, { outcome: 'do_not_honor', code: '05' }], true],
    ['none', [unknown, unknown, unknown], true],
    ['one that says pending', [{ outcome: 'unknown', doubt: 'pending' }, took], false],
  ])('the charge remembers whether no answer came to a call: %s', async (_, answers, lost) => {
    const { confirm, session, store } = await open(answers);
    await confirm();
    const [attempt] = (await session())?.attempts ?? [];
    expect(isResponseLost(await store.charge(attempt?.charge ?? ''))).toBe(lost);
  });

  test('a charge remembers that another PSP had refused, and no second try at the same PSP makes it forget', async () => {
    const refused: AuthorizationResult = { outcome: 'processor_error' };
    const { confirm, session, store } = await open([refused, took], {
      session: { routing: { ...routing, plan: ['stripe', 'stripe'] } },
    });
    await confirm();
    const attempts = (await session())?.attempts ?? [];
    const charges = await Promise.all(attempts.map(({ charge }) => store.charge(charge)));
    expect(charges.map((charge) => charge?.failed_over)).toEqual([undefined, true]);
  });

  test.each<[string, readonly AuthorizationResult[], string | undefined]>([
    ['the PSP’s code', [{ outcome: 'do_not_honor', code: '05' }], '05'],
    ['why the outcome is unknown', [unknown, unknown, unknown], 'timeout'],
  ])('is reported with %s', async (_, answers, code) => {
    const { confirm, logs } = await open(answers);
    await confirm();
    expect(logs).toContainEqual(expect.objectContaining({ event: 'attempt', code }));
  });

  test('under a key is answered once, and the same again', async () => {
    const { confirm, asked } = await open([took]);
    const first = await confirm({ idempotency: key() });
    expect(first).toMatchObject({ first: true, replay: { status: 200 } });
    expect(await confirm({ idempotency: key() })).toEqual({ ...first, first: false });
    expect(await confirm({ idempotency: key('other') })).toMatchObject({ first: true });
    expect(asked).toHaveLength(1);
  });

  test('of unknown outcome is answered so under its key', async () => {
    const { confirm, session } = await open([]);
    expect(await confirm({ idempotency: key() })).toMatchObject({ first: true });
    expect(await session()).toMatchObject({
      payment_status: 'processing',
      confirmations: [{ answer: { status: 200 } }],
    });
  });

  test('under a key is answered once, also if a cancel by reference keeps its answer from counting yet', async () => {
    const { confirm, answers, session, store } = await open([]);
    answers({
      authorize: async () => {
        const charge = await store.charge((await session())?.charge ?? '');
        if (!charge) throw new Error('The attempt is not recorded.');
        const recovery = { action: 'fence', fence: 'sent' } as const;
        const item = { ...charge, recovery, rev: charge.rev + 1, write: 'other' };
        await store.commit([{ table: 'charges', item, expects: charge.rev }]);
        return took;
      },
    });
    const first = await confirm({ idempotency: key() });
    expect(first).toMatchObject({ first: true, replay: { status: 200 } });
    expect(await confirm({ idempotency: key() })).toEqual({ ...first, first: false });
  });

  test('of a paid session returns its state, and keeps it under at most twenty keys', async () => {
    const confirmations = Array.from({ length: 20 }, (_, n) => ({
      ...key(`k${n}`),
      answer: { status: 200, body: '' },
    }));
    const full = await open([], { session: { payment_status: 'paid', confirmations } });
    expect(await full.confirm({ idempotency: key() })).toEqual({ session: await full.session() });
    expect((await full.session())?.confirmations).toEqual(confirmations);
    const room = await open([], {
      session: { payment_status: 'paid', confirmations: confirmations.slice(1) },
    });
    expect(await room.confirm({ idempotency: key() })).toMatchObject({ first: true });
    expect((await room.session())?.confirmations).toHaveLength(20);
  });

  const expires_at = start / 1_000 + 100;
  test.each<[string, Partial<Session>, object]>([
    [
      'while another is under way',
      { payment_status: 'processing' },
      {
        code: 'payment_in_progress',
        message:
          'A payment of this session is in progress; its outcome is not known yet. Read the session to see its status.',
        retry_after: 1,
      },
    ],
    [
      'while the customer is away, of an attempt that nobody finds',
      { payment_status: 'requires_action', next_action: 'https://bank.example/3ds' },
      {
        code: 'payment_in_progress',
        message:
          'The customer is completing 3-D Secure, and that attempt cannot be ended now. Follow next_action, or wait until it ends.',
        next_action: 'https://bank.example/3ds',
      },
    ],
    [
      'after its time',
      { expires_at: start / 1_000 },
      {
        code: 'session_expired',
        message: `The session expired at ${start / 1_000} (Unix seconds). Create a new one.`,
      },
    ],
    [
      'after the merchant has ended it',
      { expired_at: 7 },
      { code: 'session_expired', message: 'The session expired at 7 (Unix seconds). Create a new one.' },
    ],
    [
      'for the eleventh time',
      { confirms: 10, expires_at },
      {
        code: 'too_many_attempts',
        message: 'A session can be confirmed at most 10 times. Create a new session.',
        retry_after: 100,
      },
    ],
  ])('%s is refused', async (_, session, error) => {
    const { confirm, asked } = await open([took], { session });
    expect(await refusalOf(confirm())).toEqual(error);
    expect(asked).toEqual([]);
  });

  test('for the tenth time is accepted', async () => {
    const { confirm } = await open([took], { session: { confirms: 9 } });
    expect(await refusalOf(confirm())).toBe('not refused');
  });

  test('of an unknown session is refused', async () => {
    const { confirm } = await open([]);
    expect(await refusalOf(confirm({ session: 'cs_2' }))).toEqual({
      code: 'resource_missing',
      message: 'No checkout session cs_2.',
      param: 'id',
    });
  });

  test('is refused, with the reasons, if no PSP can take the card', async () => {
    const { confirm } = await open([], { capabilities: { card: false } });
    expect(await refusalOf(confirm())).toEqual({
      code: 'no_eligible_psp',
      message: 'No payment provider of this session can take this card. Use another card.',
      for_merchant: expect.stringMatching(/^Passed over: stripe: [a-z_]+\.$/),
      param: 'payment_method',
    });
  });

  test('is refused with the plan, if the stored method is at a PSP outside it', async () => {
    const { confirm } = await open([], { session: { customer: { id: 'customer-7' } } });
    const payment_method = {
      type: 'psp_token',
      psp: 'square',
      token: secret('ccof:1'),
      stored: { customer: 'customer-7', credential: { usage: 'stored', initiator: 'customer' } },
    } as const;
    expect(await refusalOf(confirm({ payment_method, stored_credentials: true }))).toMatchObject({
      code: 'no_eligible_psp',
      for_merchant: 'The plan is stripe, and this payment method is stored at square.',
    });
  });

  test('is refused without a word about the card, if no account of the plan is configured any more', async () => {
    const { ports, first } = await open([]);
    const call = confirmSession(
      { ...ports, psps: { ...ports.psps, accounts: [] } },
      { session: first.session, payment_method: card, return_url: () => '' },
    );
    expect(await refusalOf(call)).toEqual({
      code: 'no_eligible_psp',
      message: 'This payment can no longer be made, and nothing was charged. Start a new one.',
      for_merchant: 'Passed over: stripe: not_configured.',
    });
  });

  test.each<[string, Partial<Session['routing']>, object]>([
    [
      'a token of an account that is gone, where a card could be taken elsewhere',
      { plan: ['gone', 'stripe'] },
      { type: 'psp_token', psp: 'gone', token: secret('tok_1') },
    ],
    [
      'a brand that nobody takes',
      { plan_by_brand: { visa: { override: null, plan: [], skipped: [] } } },
      { ...card, card: { ...card.card, brand: 'visa' } },
    ],
  ])('is refused with a word about the card: %s', async (_, changed, payment_method) => {
    const { confirm, asked } = await open([took], { session: { routing: { ...routing, ...changed } } });
    const call = confirm({ payment_method: payment_method as ConfirmCommand['payment_method'] });
    expect(await refusalOf(call)).toMatchObject({
      code: 'no_eligible_psp',
      message: 'No payment provider of this session can take this card. Use another card.',
      for_merchant: expect.stringMatching(
        /^Passed over: gone: |^The plan is empty for this payment method\.$/,
      ),
    });
    expect(asked).toEqual([]);
  });

  test('with a brand that no PSP takes is refused, and none is asked', async () => {
    const { confirm, asked } = await open([took], { capabilities: { brands: ['mastercard'] } });
    expect(await refusalOf(confirm())).toMatchObject({
      code: 'no_eligible_psp',
      for_merchant: 'Passed over: stripe: brand_not_supported.',
    });
    expect(asked).toEqual([]);
  });

  test.each<[string, 'single_use' | 'stored' | undefined, boolean, string | undefined]>([
    ['of no kind', undefined, true, 'expected a token of the payment provider named in payment_method.psp.'],
    [
      'on file, by a browser',
      'stored',
      false,
      'this is a stored credential. Only an API key may pay with one.',
    ],
    ['on file, by a server', 'stored', true, undefined],
    ['made to pay once', 'single_use', false, undefined],
  ])('with a token %s', async (_, kind, stored_credentials, words) => {
    const { confirm } = await open([took], {
      psp: { tokenKind: () => kind },
      capabilities: { psp_token: true },
    });
    const payment_method = { type: 'psp_token', psp: 'stripe', token: secret('tok') } as const;
    expect(await refusalOf(confirm({ payment_method, stored_credentials }))).toEqual(
      words === undefined
        ? 'not refused'
        : {
            code: 'parameter_invalid',
            message: `payment_method.token: ${words}`,
            param: 'payment_method.token',
          },
    );
  });

  test.each(['paid', 'authorized', 'processing', 'requires_action'] as const)(
    'is refused while another session of the order is %s',
    async (payment_status) => {
      const { confirm, store, asked } = await open([took], { session: { order: 'ord_1' } });
      const claiming = sampleSession('cs_9', { order: 'ord_1', payment_status });
      await store.commit([{ table: 'sessions', item: claiming, expects: 'absent' }], [], {
        order: 'take',
        id: 'ord_1',
        session: 'cs_9',
      });
      const isPaid = payment_status === 'paid' || payment_status === 'authorized';
      expect(await refusalOf(confirm())).toEqual(
        isPaid
          ? {
              code: 'order_already_paid',
              message: 'Another session of this order is paid. Nothing was charged.',
            }
          : {
              code: 'order_in_progress',
              message:
                'Another session of this order is being paid. Wait for its outcome. Nothing was charged.',
              retry_after: 5,
            },
      );
      expect(asked).toEqual([]);
    },
  );

  test.each([
    [{ key: 'k', hash: 'h', view: 'full' }, 'idempotency_key_in_use'],
    [undefined, 'payment_in_progress'],
  ] as const)(
    'that comes second is told so, even if the first has taken the last try (%j)',
    async (idempotency, code) => {
      const { confirm, asked } = await open([took]);
      const once = () =>
        refusalOf(confirm({ address: { id: 'a', max: 1 }, ...(idempotency && { idempotency }) }));
      const [first, second] = await Promise.all([once(), once()]);
      expect(first).toBe('not refused');
      expect(second).toMatchObject({ code });
      expect(asked).toHaveLength(1);
    },
  );

  test('with a card that has no try left is refused, until when', async () => {
    const { confirm, store } = await open([took]);
    const block = { limit: 'block', id: 'card#f', kept_s: 3650 * 86_400 } as const;
    await store.commit([{ table: 'sessions', item: sampleSession('cs_x'), expects: 'absent' }], [block]);
    const refusal = await refusalOf(confirm({ card_fingerprint: 'f' }));
    expect(refusal).toMatchObject({
      code: 'too_many_attempts',
      message: 'Too many attempts with this card or from this address.',
    });
    const { retry_after } = refusal as { readonly retry_after: number };
    expect(retry_after).toBeGreaterThan(0);
    expect(retry_after).toBeLessThanOrEqual(30 * 86_400);
  });
});

test('a failover that may not have been written is reported as such: nothing is called declined', async () => {
  const declined = { outcome: 'processor_error' } as const;
  const { ports, first, asked, session } = await open([declined, took], {
    session: { routing: { ...routing, plan: ['stripe', 'adyen'] } },
  });
  const { commit } = ports.store;
  let opened = 0;
  const losing: typeof commit = async (writes, ...others) => {
    const opens = writes.some(({ table, expects }) => table === 'charges' && expects === 'absent');
    if (opens) opened += 1;
    if (opens && opened === 2) throw new ApiError('storage_unavailable', 'No answer.');
    return commit(writes, ...others);
  };
  const [account] = ports.psps.accounts;
  if (!account) throw new Error('There is no account.');
  const call = confirmSession(
    {
      ...ports,
      store: { ...ports.store, commit: losing },
      psps: { accounts: [account, { ...account, id: 'adyen' }], connect: () => ports.psps.connect('stripe') },
    },
    { session: first.session, payment_method: card, return_url: () => '' },
  );
  expect(await refusalOf(call)).toEqual({ code: 'storage_unavailable', message: 'No answer.' });
  expect(asked).toHaveLength(1);
  expect(await session()).toMatchObject({ payment_status: 'processing' });
});

describe('an attempt whose answer says nothing', () => {
  test("is repeated twice, with pauses, under the same reference and the PSP's id", async () => {
    const pauses: number[] = [];
    const named = { ...unknown, psp_reference: 'pi_9' };
    const { ports, asked, first } = await open([unknown, named, took]);
    const clock = { ...ports.clock, sleep: async (ms: number) => void pauses.push(ms) };
    await confirmSession(
      { ...ports, clock },
      { session: first.session, payment_method: card, return_url: () => '' },
    );
    expect(pauses).toEqual([300, 1_200]);
    const [one, two, three] = asked.map(({ attempt }) => attempt);
    expect(two).toEqual(one);
    expect(three).toEqual({ ...one, psp_reference: 'pi_9' });
  });

  test('is not repeated if money of another amount was seen', async () => {
    const { confirm, asked } = await open([{ outcome: 'unknown', doubt: 'amount_mismatch' }]);
    await confirm();
    expect(asked).toHaveLength(1);
  });

  test.each<[string, AuthorizationResult, Scenario, number]>([
    [
      'is asked about instead after an error that a key would give again',
      { outcome: 'unknown', doubt: 'ambiguous_error' },
      {},
      1,
    ],
    [
      'is asked about instead where there are no keys',
      unknown,
      { capabilities: { idempotency: { kind: 'none', window_ms: 0 } } },
      1,
    ],
    ['is repeated while it is in flight', { outcome: 'duplicate', doubt: 'in_flight' }, {}, 2],
    ['is repeated after the connection was lost', { outcome: 'unknown', doubt: 'connection_lost' }, {}, 2],
  ])('%s', async (_, first, scenario, times) => {
    const { confirm, asked, session } = await open([first, took], {
      ...scenario,
      psp: { lookUp: async () => took },
    });
    await confirm();
    expect(asked).toHaveLength(times);
    expect(await session()).toMatchObject({ payment_status: 'paid' });
  });

  test.each<[string, Awaited<ReturnType<NonNullable<Psp['lookUp']>>>, string]>([
    ['absent: it may still be on its way', { outcome: 'absent' }, 'processing'],
    ['canceled', { outcome: 'canceled', psp_reference: 'pi_2' }, 'unpaid'],
    ['declined', { outcome: 'do_not_honor', psp_reference: 'pi_2' }, 'unpaid'],
    ['declined for the account', { outcome: 'not_supported', psp_reference: 'pi_2' }, 'unpaid'],
  ])('is %s', async (_, found, payment_status) => {
    const { confirm, session } = await open([{ outcome: 'unknown', doubt: 'ambiguous_error' }], {
      psp: { lookUp: async () => found },
    });
    await confirm();
    expect(await session()).toMatchObject({ payment_status });
  });

  test('is not sent without time to settle it', async () => {
    const { ports, asked, first, session } = await open([took]);
    await confirmSession(
      { ...ports, deadline: start + 3_999 },
      { session: first.session, payment_method: card, return_url: () => '' },
    );
    expect(asked).toEqual([]);
    expect(await session()).toMatchObject({ attempts: [{ outcome: 'not_sent', code: 'no_time_left' }] });
  });
});

describe('an attempt counts for the health of its PSP', () => {
  const draw = [
    ['stripe', 70],
    ['adyen', 30],
  ] as const;
  const counts = async (
    session: Partial<Session>,
    changes: Partial<ConfirmCommand> = {},
    psp: Partial<Psp> = {},
  ): Promise<boolean | undefined> => {
    const { confirm, session: stored, store } = await open([took], { session, psp });
    await confirm(changes);
    return (await store.charge((await stored())?.charge ?? ''))?.counts;
  };
  const earlier = { charge: 'ch_1', psp: 'stripe', outcome: 'do_not_honor', started: 1, ended: 2 } as const;

  test('if it is the first, by card, at the PSP that was drawn among several', async () => {
    expect(await counts({ routing: { ...routing, draw } })).toBe(true);
  });

  test.each([
    ['a later attempt', { routing: { ...routing, draw }, attempts: [earlier] }],
    ['a rule that switches health off', { routing: { ...routing, draw, uncounted: true } }],
    ['a PSP without a choice', { routing: { ...routing, draw: [['stripe', 70]] } }],
    [
      'a choice for failover only',
      {
        routing: {
          ...routing,
          draw: [
            ['stripe', 70],
            ['adyen', 0],
          ],
        },
      },
    ],
    ['a session of an earlier release', { routing }],
  ] as [string, Partial<Session>][])('but not %s', async (_, session) => {
    expect(await counts(session)).toBeUndefined();
  });

  test('but not a token', async () => {
    const payment_method = { type: 'psp_token', psp: 'stripe', token: secret('tok') } as const;
    const psp = { tokenKind: () => 'single_use' } as Partial<Psp>;
    expect(await counts({ routing: { ...routing, draw } }, { payment_method }, psp)).toBeUndefined();
  });
});

describe('an attempt counts for the rollout its session was created in', () => {
  const rollout = { version: 8, percent: 10 };
  const inRollout = { ...routing, arm: 'candidate', rollout } as const;
  const trialOf = async (
    session: Partial<Session>,
    changes: Partial<ConfirmCommand> = {},
    psp: Partial<Psp> = {},
  ): Promise<Charge['trial']> => {
    const { confirm, session: stored, store } = await open([took], { session, psp });
    await confirm(changes);
    return (await store.charge((await stored())?.charge ?? ''))?.trial;
  };
  const trial = { rule: routing.rule, version: 8, percent: 10, arm: 'candidate' };

  test('if it is the first, by card, even without a choice of PSPs or with health off', async () => {
    expect(await trialOf({ routing: inRollout })).toEqual(trial);
    expect(await trialOf({ routing: { ...inRollout, uncounted: true, draw: [['stripe', 1]] } })).toEqual(
      trial,
    );
    expect(await trialOf({ routing: { ...inRollout, arm: 'control' } })).toEqual({
      ...trial,
      arm: 'control',
    });
  });

  test('but not a later attempt, a token, or a payment outside a rollout', async () => {
    const earlier = { charge: 'ch_1', psp: 'stripe', outcome: 'do_not_honor', started: 1, ended: 2 } as const;
    expect(await trialOf({ routing: inRollout, attempts: [earlier] })).toBeUndefined();
    const payment_method = { type: 'psp_token', psp: 'stripe', token: secret('tok') } as const;
    const psp = { tokenKind: () => 'single_use' } as Partial<Psp>;
    expect(await trialOf({ routing: inRollout }, { payment_method }, psp)).toBeUndefined();
    expect(await trialOf({ routing })).toBeUndefined();
  });
});

describe('the answers that a session keeps under its keys', () => {
  const kept = (bytes: number) => ({
    ...key(`k${bytes}`),
    answer: { status: 402, headers: {}, body: 'x'.repeat(bytes) },
  });

  test('have to leave room for one more before anything is sent', async () => {
    const { confirm, asked } = await open([took], { session: { confirmations: [kept(256 * 1024)] } });
    expect(await refusalOf(confirm({ idempotency: key() }))).toMatchObject({ code: 'too_many_attempts' });
    expect(asked).toEqual([]);
  });

  test('refuse no confirm without a key, which leaves none', async () => {
    const { confirm } = await open([took], { session: { confirmations: [kept(256 * 1024)] } });
    expect(await confirm({})).toMatchObject({ session: { payment_status: 'paid' } });
  });

  test('are followed by one more if there is room, and the session still fits', async () => {
    const { ports, first } = await open([took], {
      session: {
        confirmations: [kept(256 * 1024 - 1)],
        metadata: { note: 'm'.repeat(8 * 1024) },
        success_url: `https://shop.example/${'u'.repeat(2_000)}`,
      },
    });
    const request_id = 'req_00000000000000000000000000';
    const render = createRenderer({ now: () => start, request_id, docs_url: 'https://docs.example' });
    await confirmSession(Object.create(ports, { render: { value: render } }) as ConfirmPorts, {
      session: first.session,
      payment_method: card,
      return_url: (charge) => `https://pay.example/${charge}`,
      idempotency: key(),
    });
    const item = await ports.store.session(first.session);
    if (!item) throw new Error('the session is gone');
    expect(item).toMatchObject({ payment_status: 'paid', confirmations: [{}, { answer: { status: 200 } }] });
    const stored = toItem({ table: 'sessions', item, expects: item.rev });
    expect(itemBytes(stored)).toBeLessThan(maxItemBytes - 64 * 1024);
  });
});
