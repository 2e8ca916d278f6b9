import { describe, expect, test } from '@jest/globals';
import { type ConfirmCommand, confirmSession } from '../../../lib/payments/confirm/confirm-session.ts';
import type { GivenMethod } from '../../../lib/types/given-method.ts';
import type {
  Attempt,
  AuthorizationResult,
  AuthorizeRequest,
  Declined,
  Psp,
} from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import type { Session } from '../../../lib/types/session.ts';
import { oneCharge, start } from './one-charge.ts';

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
const refuses: Declined = { outcome: 'incorrect_card_data', code: 'city_invalid', refuses_details: true };
const address = { line1: '1 Main Street', city: 'X', country: 'US' };
const session = {
  shipping: { name: 'Jo Doe', address },
  customer: { id: 'c_7', phone: '+1555' },
  customer_email: 'jo@shop.example',
  billing_details: { name: 'Jo', address },
  description: 'Two tickets',
  reference: 'order-7',
} satisfies Partial<Session>;
const routing: Session['routing'] = {
  rule: 'default',
  version: 1,
  override: null,
  plan: ['stripe', 'other'],
  skipped: [],
  failover: { on: ['processor_error'], max_attempts: 3, attempt_timeout_ms: 8_000 },
};

type Asked = {
  readonly attempt: Attempt;
  readonly request: AuthorizeRequest<GivenMethod>;
  readonly psp: string;
};

/** A session at PSPs that answer its attempts so, one after the other. */
const open = async (answers: readonly AuthorizationResult[], details: Partial<Session> = session) => {
  const waiting = [...answers];
  const asked: Asked[] = [];
  const one = await oneCharge({
    session: {
      payment_status: 'unpaid',
      charge: null,
      attempts: [],
      routing,
      ...details,
    },
    psp: {
      authorize: async (attempt: Attempt, request: AuthorizeRequest) => {
        asked.push({ attempt, request, psp: (await one.store.charge(attempt.reference))?.psp ?? '' });
        return waiting.shift() ?? { outcome: 'unknown', doubt: 'timeout' };
      },
      tokenKind: () => 'single_use',
    } as Partial<Psp>,
  });
  const { accounts } = one.ports.psps;
  const ports = {
    ...one.ports,
    deadline: start + 29_000,
    psps: {
      accounts: [...accounts, ...accounts.map((account) => ({ ...account, id: 'other' }))],
      connect: () => one.ports.psps.connect('stripe'),
    },
  };
  const confirm = (changes: Partial<ConfirmCommand> = {}) =>
    confirmSession(ports, {
      session: one.first.session,
      payment_method: card,
      return_url: (charge) => `https://pay.example/${charge}`,
      stored_credentials: true,
      ...changes,
    });
  return { ...one, asked, confirm };
};

const reported = ({ attempt: { details = {} }, request }: Asked) => ({
  ...details,
  billing: request.payment_method.billing_details,
});
const full = {
  order: 'order-7',
  description: 'Two tickets',
  customer: { id: 'c_7', phone: '+1555', email: 'jo@shop.example' },
  shipping: session.shipping,
  billing: session.billing_details,
};
const bare = {
  order: 'order-7',
  description: 'Two tickets',
  customer: { id: 'c_7' },
  billing: undefined,
};

describe('a PSP that refuses an optional value about the customer', () => {
  test('is asked once more without them, by an attempt of its own, and takes the payment', async () => {
    const { confirm, asked, session: now, store, logs } = await open([refuses, took]);
    await confirm();
    expect(asked.map(reported)).toEqual([full, bare]);
    const [first = '', second = ''] = asked.map(({ attempt }) => attempt.reference);
    expect(second).not.toBe(first);
    expect(await now()).toMatchObject({ payment_status: 'paid', charge: second, last_payment_error: null });
    expect(await store.charge(first)).toMatchObject({ status: 'failed', code: 'city_invalid' });
    expect(await store.charge(second)).toMatchObject({ status: 'captured', without_details: true });
    expect(logs).toContainEqual({
      event: 'details_left_out',
      session: expect.any(String),
      psp: 'stripe',
    });
  });

  test('where another PSP had refused, is still the one that the payment failed over to', async () => {
    const { confirm, asked, store } = await open([{ outcome: 'processor_error' }, refuses, took]);
    await confirm();
    const charges = await Promise.all(asked.map(({ attempt }) => store.charge(attempt.reference)));
    expect(charges.map((charge) => [charge?.psp, charge?.failed_over])).toEqual([
      ['stripe', undefined],
      ['other', true],
      ['other', true],
    ]);
  });

  test('and whose second answer is lost gets the same bytes again', async () => {
    const lost: AuthorizationResult = { outcome: 'unknown', doubt: 'timeout' };
    const { confirm, asked, session: now } = await open([refuses, lost, took]);
    await confirm();
    expect(asked.map(reported)).toEqual([full, bare, bare]);
    expect(new Set(asked.slice(1).map(({ attempt }) => attempt.reference)).size).toBe(1);
    expect((await now())?.payment_status).toBe('paid');
  });

  test('of a repeat only has not answered the first call, which may have taken the money', async () => {
    const lost: AuthorizationResult = { outcome: 'unknown', doubt: 'timeout' };
    const { confirm, asked, session: now } = await open([lost, refuses, lost]);
    await confirm();
    expect(new Set(asked.map(({ attempt }) => attempt.reference)).size).toBe(1);
    expect(await now()).toMatchObject({ payment_status: 'processing', attempts: [{ psp: 'stripe' }] });
  });

  test('beside an issuer’s decline is not asked again', async () => {
    const declined: Declined = {
      outcome: 'do_not_honor',
      code: 'INSTRUMENT_DECLINED',
      refuses_details: true,
    };
    const { confirm, asked } = await open([declined, took]);
    await confirm();
    expect(asked).toHaveLength(1);
  });

  test('again is not asked a third time: the customer corrects it', async () => {
    const { confirm, asked } = await open([refuses, refuses, took]);
    expect(await confirm()).toMatchObject({
      error: { code: 'card_declined', details: { decline_code: 'incorrect_card_data' } },
    });
    expect(asked).toHaveLength(2);
  });

  test('with a challenge afterwards is still told nothing', async () => {
    const insists: Declined = { outcome: 'authentication_required' };
    const { confirm, asked } = await open([refuses, insists, took]);
    await confirm();
    expect(asked.map(reported)).toEqual([full, bare, bare]);
    expect(asked.map(({ request }) => request.challenge)).toEqual([undefined, undefined, true]);
  });

  test('and is down then: the next PSP is told everything', async () => {
    const down: Declined = { outcome: 'processor_error' };
    const { confirm, asked } = await open([refuses, down, took]);
    await confirm();
    expect(asked.map(({ psp }) => psp)).toEqual(['stripe', 'stripe', 'other']);
    expect(asked.map(reported)).toEqual([full, bare, full]);
  });

  test('costs the card no try: its network was not asked', async () => {
    const { confirm, asked, store } = await open([refuses, { outcome: 'do_not_honor' }]);
    await confirm({ card_fingerprint: 'f' });
    const charges = await Promise.all(asked.map(({ attempt }) => store.charge(attempt.reference)));
    expect(new Set(charges.map((charge) => charge?.card_try?.id)).size).toBe(1);
  });
});

describe('no second try', () => {
  test.each<[string, Partial<Session>, Partial<ConfirmCommand>, Declined]>([
    [
      'after a decline that is about the card',
      session,
      {},
      { outcome: 'incorrect_card_data', code: 'cvv_invalid' },
    ],
    ['without any such value', { customer: { id: 'c_7' }, reference: 'order-7' }, {}, refuses],
    [
      'with a token that pays once',
      session,
      { payment_method: { type: 'psp_token', psp: 'stripe', token: secret('tok_1') } },
      refuses,
    ],
  ])('%s', async (_, details, command, answer) => {
    const { confirm, asked } = await open([answer, took], details);
    expect(await confirm(command)).toMatchObject({ error: { details: { decline_code: answer.outcome } } });
    expect(asked).toHaveLength(1);
  });
});
