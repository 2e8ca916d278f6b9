import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type PspSimulators, startPspSimulators } from '../../../local/psp/start-psp-simulators.ts';
import { paypalPaths } from '../../conformance/paypal.ts';
import { specification } from '../../conformance/specification.ts';
import { squarePaths } from '../../conformance/square.ts';
import { readSpec } from '../../tools/specs.ts';

const documents = {
  paypal: readSpec('paypal-orders.openapi.json'),
  square: readSpec('square.openapi.json'),
};
const specified = Object.values(documents).includes(undefined) ? test.skip : test;

let simulators: PspSimulators;
beforeAll(async () => {
  simulators = await startPspSimulators({ psps: ['paypal', 'square'] });
});
afterAll(() => simulators.close());

type Name = keyof typeof documents;

/** One JSON call; `wrong`: what the official document says against it. */
const post = async (psp: Name, path: string, body: unknown, authorization: string) => {
  const url = `${simulators.urls[psp]}${path}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const sent = { method: 'POST' as const, headers, body: JSON.stringify(body) };
  const answer = await fetch(url, sent);
  const spec = specification(
    documents[psp],
    simulators.urls[psp] ?? '',
    psp === 'paypal' ? paypalPaths() : squarePaths(),
  );
  const request = { ...sent, url, timeout_ms: 0 };
  const json = await answer.json();
  const given = { kind: 'answered', status: answer.status, headers: {}, body: JSON.stringify(json) } as const;
  return {
    status: answer.status,
    json,
    wrong: spec.requestProblems(request),
    answer: spec.answerProblems(request, given),
  };
};

const payPalToken = async (): Promise<string> => {
  const { api_key = '' } = simulators.credentials.paypal ?? {};
  const answer = await fetch(`${simulators.urls.paypal}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(api_key).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return `Bearer ${access_token}`;
};

const payments = async (psp: Name): Promise<number> => {
  const answer = await fetch(`${simulators.admin}/psps/${psp}/ledger`);
  return ((await answer.json()) as { payments: unknown[] }).payments.length;
};

const order = {
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code: 'EUR', value: '25.99' }, custom_id: 'ch_1' }],
};
const payment = {
  source_id: 'cnon:card-nonce-ok',
  idempotency_key: 'ch_1',
  amount_money: { amount: 2_599, currency: 'EUR' },
};
const money = (value: unknown) => ({
  ...order,
  purchase_units: [{ amount: { currency_code: 'EUR', value } }],
});

describe('what the documents do not allow is refused, in their words, and has no effect', () => {
  specified.each([
    ['no intent', { ...order, intent: undefined }],
    ['an intent nobody knows', { ...order, intent: 'TAKE' }],
    ['no purchase unit', { ...order, purchase_units: [] }],
    ['no amount', { ...order, purchase_units: [{}] }],
    ['an amount that is a number', money(25.99)],
    ['an amount that is no number', money('a lot')],
    ['an unknown field', { ...order, surprise: 1 }],
  ])('an order with %s', async (_, body) => {
    const before = await payments('paypal');
    const { status, wrong, answer } = await post('paypal', '/v2/checkout/orders', body, await payPalToken());
    expect([status, answer]).toEqual([400, []]);
    expect(wrong).not.toEqual([]);
    expect(await payments('paypal')).toBe(before);
  });

  specified.each([
    ['three decimals', '25.999', 'DECIMAL_PRECISION'],
    ['nothing to pay', '0.00', 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['less than nothing', '-1.00', 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ])('an order with %s, which only PayPal itself can see', async (_, value, issue) => {
    const { status, json, answer } = await post(
      'paypal',
      '/v2/checkout/orders',
      money(value),
      await payPalToken(),
    );
    expect([status, answer]).toEqual([422, []]);
    expect(json).toMatchObject({ details: [{ issue }] });
  });

  specified.each([
    ['no source', { ...payment, source_id: undefined }],
    ['no key', { ...payment, idempotency_key: undefined }],
    ['a key that is too long', { ...payment, idempotency_key: 'x'.repeat(46) }],
    ['an amount in text', { ...payment, amount_money: { amount: '2599', currency: 'EUR' } }],
    ['a currency nobody knows', { ...payment, amount_money: { amount: 2_599, currency: 'EURO' } }],
    ['a reference that is too long', { ...payment, reference_id: 'x'.repeat(41) }],
    ['an unknown field', { ...payment, surprise: 1 }],
  ])('a payment with %s', async (_, body) => {
    const before = await payments('square');
    const { api_key = '' } = simulators.credentials.square ?? {};
    const { status, wrong, answer } = await post('square', '/v2/payments', body, `Bearer ${api_key}`);
    expect([status, answer]).toEqual([400, []]);
    expect(wrong).not.toEqual([]);
    expect(await payments('square')).toBe(before);
  });

  specified('a call without credentials', async () => {
    const paypal = await post('paypal', '/v2/checkout/orders', order, 'Bearer wrong');
    const square = await post('square', '/v2/payments', payment, 'Bearer wrong');
    expect([paypal.status, paypal.answer, square.status, square.answer]).toEqual([401, [], 401, []]);
  });
});
