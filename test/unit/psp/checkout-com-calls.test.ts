import { describe, expect, test } from '@jest/globals';
import { checkoutCom } from '../../../lib/psp/checkout_com/checkout-com.ts';
import type { PaymentMethod } from '../../../lib/types/card.ts';
import type { Attempt, AuthorizeRequest } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import type { HttpAnswer } from '../../../lib/types/transport.ts';
import type { Script } from '../../conformance/psp-subject.ts';
import { answered, scriptedTransport } from '../../conformance/scripted-transport.ts';

const id = 'pay_mbabizu24mvu3mela5njyhpit4';
const other = 'pay_y3oqhf46pyzuxjbcn2giaqnb44';
const session = 'sid_y3oqhf46pyzuxjbcn2giaqnb44';
const attempt: Attempt = {
  reference: 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x',
  session: 'cs_01jd2k5m7n9p1q3r5s7t9v1w3z',
  amount: 6540,
  currency: 'usd',
  capture_method: 'automatic',
  started: 0,
};
const known = { ...attempt, psp_reference: id };
const card: PaymentMethod = {
  type: 'card',
  card: {
    number: secret('4242424242424242'),
    cvc: secret('100'),
    exp_month: 6,
    exp_year: 2029,
    name: 'B. Wayne',
  },
};
const request: AuthorizeRequest = { payment_method: card, return_url: 'https://pay.example/return?state=s' };
const operation = { id: 're_01jd2k5m7n9p1q3r5s7t9v1w3y', amount: 1000 };
const call = { timeout_ms: 8000 };
const payment = (status: string, fields: object = {}) => ({
  id,
  reference: attempt.reference,
  amount: 6540,
  currency: 'USD',
  approved: status !== 'Declined',
  status,
  ...fields,
});

const run = (script: Script, settings: Readonly<Record<string, string>> = {}) => {
  const { http, exchanges, longest } = scriptedTransport(script);
  const psp = checkoutCom.connect(
    {
      id: 'checkout_com',
      psp: 'checkout_com',
      base_url: 'https://api.sandbox.checkout.com',
      livemode: false,
      settings,
      credentials: async () => ({ api_key: 'sk_sbox_key', webhook_secrets: [] }),
    },
    http,
  );
  const sent = () => exchanges.map(({ request: { method, url } }) => `${method} ${new URL(url).pathname}`);
  return { psp, exchanges, longest, sent, body: () => JSON.parse(exchanges[0]?.request.body ?? 'null') };
};

/** Answers by `METHOD path`; an answer of 500 to everything else. */
const table =
  (answers: Readonly<Record<string, HttpAnswer>>): Script =>
  ({ method, url }) =>
    answers[`${method} ${new URL(url).pathname}`] ?? answered(500, {});

const authorized = async (
  changes: Partial<AuthorizeRequest>,
  settings: Readonly<Record<string, string>> = {},
) => {
  const { psp, body } = run(table({}), settings);
  await psp.authorize(attempt, { ...request, ...changes }, call);
  return body();
};

describe('authorize', () => {
  test('a raw card without 3-D Secure, which is off unless the account asks for it', async () => {
    expect(await authorized({ client_ip: '2001:db8::1' })).toEqual({
      source: {
        type: 'card',
        number: '4242424242424242',
        expiry_month: 6,
        expiry_year: 2029,
        cvv: '100',
        name: 'B. Wayne',
      },
      amount: 6540,
      currency: 'USD',
      reference: attempt.reference,
      capture: true,
      metadata: { charge: attempt.reference, session: attempt.session },
    });
  });

  test('with 3-D Secure both ways back lead to us', async () => {
    expect(await authorized({ client_ip: '203.0.113.7' }, { three_ds: 'on' })).toMatchObject({
      '3ds': { enabled: true, attempt_n3d: true },
      success_url: request.return_url,
      failure_url: request.return_url,
      payment_ip: '203.0.113.7',
    });
  });

  test.each([
    ['tok_4gzeau5o2uqubbk6fufs3m7p54', { type: 'token', token: 'tok_4gzeau5o2uqubbk6fufs3m7p54' }],
    ['src_nwd3m4in3hkuddfpjsaevunhdy', { type: 'id', id: 'src_nwd3m4in3hkuddfpjsaevunhdy' }],
  ])('%s', async (token, source) => {
    const method: PaymentMethod = { type: 'psp_token', psp: 'checkout_com', token: secret(token) };
    expect((await authorized({ payment_method: method })).source).toEqual(source);
  });
});

describe('look-up by reference', () => {
  const list = (...data: object[]) => table({ 'GET /payments': answered(200, { data }) });

  test.each<[string, Script, object]>([
    ['nothing found', list(), { outcome: 'absent' }],
    ['others found', list(payment('Captured', { reference: 'ch_other' })), { outcome: 'absent' }],
    ['one that took money', list(payment('Captured')), { outcome: 'captured', psp_reference: id }],
    [
      'the repeat of one that was declined took money',
      list(payment('Declined', { id: other, response_code: '20005' }), payment('Captured')),
      { outcome: 'captured', psp_reference: id },
    ],
    [
      'a canceled one and a pending one',
      list(payment('Voided', { id: other }), payment('Pending')),
      { outcome: 'unknown', doubt: 'pending', psp_reference: id },
    ],
    [
      'two that took money are for a person',
      list(payment('Captured', { id: other }), payment('Authorized')),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'another form',
      table({ 'GET /payments': answered(200, []) }),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    [
      'no list',
      table({ 'GET /payments': answered(404, {}) }),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
  ])('%s', async (_, script, expected) => {
    expect(await run(script).psp.lookUp?.(attempt, call)).toEqual(expected);
  });

  test('a payment whose id is known is asked for by it', async () => {
    const { psp, sent } = run(table({ [`GET /payments/${id}`]: answered(200, payment('Captured')) }));
    await psp.lookUp?.(known, call);
    expect(sent()).toEqual([`GET /payments/${id}`]);
  });

  test('a decline is explained by its actions, within the time of the call', async () => {
    const { psp, longest } = run(
      table({
        [`GET /payments/${id}`]: answered(200, payment('Declined')),
        [`GET /payments/${id}/actions`]: answered(200, [
          { type: 'Authorization', approved: false, response_code: '20051' },
        ]),
      }),
    );
    expect(await psp.lookUp?.(known, call)).toEqual({
      outcome: 'insufficient_funds',
      code: '20051',
      psp_reference: id,
    });
    expect(longest()).toBeLessThanOrEqual(call.timeout_ms);
  });

  test('a decline that nothing explains is definite all the same', async () => {
    const { psp } = run(table({ [`GET /payments/${id}`]: answered(200, payment('Declined')) }));
    expect(await psp.lookUp?.(known, call)).toEqual({ outcome: 'unmapped', psp_reference: id });
  });
});

describe('the customer’s return', () => {
  const byReference = { 'GET /payments': answered(200, { data: [payment('Pending')] }) };

  test('a session of another payment is the customer’s word only: ours is looked up', async () => {
    const { psp, sent, longest } = run(
      table({
        [`GET /payments/${session}`]: answered(
          200,
          payment('Captured', { id: other, reference: 'ch_other' }),
        ),
        ...byReference,
      }),
    );
    expect(await psp.completeAuthentication(attempt, { 'cko-session-id': session }, call)).toEqual({
      outcome: 'unknown',
      doubt: 'pending',
      psp_reference: id,
    });
    expect(sent()).toEqual([`GET /payments/${session}`, 'GET /payments']);
    expect(longest()).toBeLessThanOrEqual(call.timeout_ms);
  });

  test.each([[{}], [{ 'cko-session-id': '../payments' }], [{ 'cko-session-id': 'sid_short' }]])(
    'params %j lead to the look-up alone',
    async (params) => {
      const { psp, sent } = run(table(byReference));
      await psp.completeAuthentication(attempt, params, call);
      expect(sent()).toEqual(['GET /payments']);
    },
  );
});

describe('a refusal of a capture, void or refund', () => {
  const actions = `GET /payments/${id}/actions`;
  const refused = { [`POST /payments/${id}/refunds`]: answered(403, {}) };
  const refund = { type: 'Refund', amount: 1000, reference: operation.id, id: 'act_1' };

  test.each<[string, Readonly<Record<string, HttpAnswer>>, object]>([
    [
      'counts where the payment has no such action',
      { ...refused, [actions]: answered(200, [{ ...refund, reference: 're_other', id: 'act_2' }]) },
      { outcome: 'failed', reason: 'invalid_request', code: 'action_not_allowed' },
    ],
    [
      'is the echo of an earlier call whose answer was lost',
      { ...refused, [actions]: answered(200, [{ ...refund, approved: true }]) },
      { outcome: 'succeeded', psp_reference: 'act_1' },
    ],
    [
      'is the echo of an earlier call that is under way',
      { ...refused, [actions]: answered(200, [refund]) },
      { outcome: 'pending', psp_reference: 'act_1' },
    ],
    [
      'is the echo of an earlier call that was declined',
      { ...refused, [actions]: answered(200, [{ ...refund, approved: false, response_code: '20051' }]) },
      { outcome: 'failed', reason: 'insufficient_funds', code: '20051' },
    ],
    [
      'of another amount under the same id is not understood',
      { ...refused, [actions]: answered(200, [{ ...refund, amount: 999, approved: true }]) },
      { outcome: 'unknown', doubt: 'amount_mismatch' },
    ],
    [
      'proves nothing where the actions cannot be had',
      refused,
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'by its codes says why',
      {
        [`POST /payments/${id}/refunds`]: answered(422, { error_codes: ['refund_amount_exceeds_balance'] }),
        [actions]: answered(200, []),
      },
      { outcome: 'failed', reason: 'invalid_request', code: 'refund_amount_exceeds_balance' },
    ],
  ])('%s', async (_, answers, expected) => {
    const { psp, longest } = run(table(answers));
    expect(await psp.refund(known, operation, call)).toEqual(expected);
    expect(longest()).toBeLessThanOrEqual(call.timeout_ms);
  });

  test('each call of one operation has a key of its own; the reference and metadata lead back', async () => {
    const { psp, exchanges } = run(() => answered(202, { action_id: 'act_1' }));
    await psp.capture(known, operation, call);
    await psp.cancel(known, operation, call);
    await psp.refund(known, operation, call);
    expect(exchanges.map(({ request: { headers } }) => headers['cko-idempotency-key'])).toEqual([
      `${operation.id}-captures`,
      `${operation.id}-voids`,
      `${operation.id}-refunds`,
    ]);
    const common = {
      reference: operation.id,
      metadata: { charge: attempt.reference, operation: operation.id },
    };
    expect(exchanges.map(({ request: { body } }) => JSON.parse(body ?? ''))).toEqual([
      { ...common, amount: 1000, capture_type: 'Final' },
      common,
      { ...common, amount: 1000 },
    ]);
  });

  test('without the payment’s id nothing is sent', async () => {
    const { psp, exchanges } = run(table({}));
    expect(await psp.refund(attempt, operation, call)).toEqual({
      outcome: 'failed',
      reason: 'invalid_request',
      code: 'psp_reference_missing',
    });
    expect(exchanges).toEqual([]);
  });
});
