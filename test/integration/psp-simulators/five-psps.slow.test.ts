import { afterEach, describe, expect, test } from '@jest/globals';
import { simulators } from '../../../local/psp/simulators.ts';
import { seededRules } from '../../../local/service/seeded-rules.ts';
import { apiClient, card } from '../service/api-client.ts';
import { rule } from '../service/rules-of.ts';
import { until } from '../service/until.ts';
import { withService } from '../service/with-service.ts';

/** The two PSPs that the seeded rule does not name, through the whole service. */
const rules = [
  rule('default', { stripe: 1 }),
  rule('paypal', { paypal: 1 }),
  rule('square', { square: 1 }),
  rule('square_then_paypal', { square: 1, paypal: 0 }),
];

const service = withService({
  rules: {
    rules: Object.fromEntries(rules.map((one) => [one.name, { ...one, version: 1, created: 1_700_000_000 }])),
  },
});
const api = apiClient(service);
afterEach(() => fault('paypal', { kind: 'ok' }));

const fault = async (psp: string, body: object): Promise<void> => {
  const answer = await fetch(`${service.admin}/psps/${psp}/faults`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
};
const booked = async (psp: string, reference: string | null) => {
  const { payments } = await (await fetch(`${service.admin}/psps/${psp}/ledger`)).json();
  return payments.filter((row: { reference: string }) => row.reference === reference);
};
const token = (psp: string, value: string) => ({ type: 'psp_token', psp, token: value });
const open = async (routing_rule: string, fields: object = {}) =>
  (await api.create({ routing_rule, ...fields })).body;

test('npm start offers an account at every PSP; the seeded rule stays with three', () => {
  const accounts = JSON.parse(service.environment.PSP_ACCOUNTS ?? '');
  expect(Object.keys(accounts)).toEqual(simulators.map(({ id }) => id));
  expect(seededRules(0).rules.default?.targets.map(({ psp }) => psp)).toEqual([
    'stripe',
    'adyen',
    'checkout_com',
  ]);
});

describe('paypal', () => {
  test('a card is paid, and refunded in part', async () => {
    const { body } = await api.confirm((await open('paypal')).id);
    expect(body).toMatchObject({ payment_status: 'paid', routing: { attempts: [{ psp: 'paypal' }] } });
    const refund = await api.refund({ charge: body.charge, amount: 599 });
    expect(refund.body).toMatchObject({ status: 'succeeded', psp: 'paypal', amount: 599 });
    expect(await booked('paypal', body.charge)).toMatchObject([
      { amount_captured: 2_599, amount_refunded: 599 },
    ]);
  });

  test('a card is declined with the bank’s reason', async () => {
    const { status, body } = await api.confirm((await open('paypal')).id, card({ name: 'CCREJECT-IF' }));
    expect([status, body.error.decline_code]).toEqual([402, 'insufficient_funds']);
  });

  test('3-D Secure: away, back, paid', async () => {
    const { id } = await open('paypal');
    const { body } = await api.confirm(id, card({ number: '4868719166101368' }));
    expect(body.payment_status).toBe('requires_action');
    const page = body.next_action?.redirect_to_url.url ?? '';
    const back = await fetch(`${page}?result=approve`, { redirect: 'manual' });
    const home = await fetch(back.headers.get('location') ?? '', { redirect: 'manual' });
    expect(home.status).toBe(303);
    expect(home.headers.get('location')).toContain('https://shop.example/thanks');
    expect((await api.session(id)).body.payment_status).toBe('paid');
  });

  test('3-D Secure: away, and never back: paid all the same, once', async () => {
    const { id } = await open('paypal');
    const { body } = await api.confirm(id, card({ number: '4868719166101368' }));
    const page = body.next_action?.redirect_to_url.url ?? '';
    const decided = await fetch(`${page}?result=approve`, { redirect: 'manual' });
    expect(decided.headers.get('location')).toContain('/return');
    const paid = await until(
      async () => (await api.session(id)).body,
      ({ payment_status }) => payment_status === 'paid',
    );
    expect(await booked('paypal', paid.charge)).toMatchObject([{ amount_captured: 2_599 }]);
  });

  test('held, captured in part, the rest released', async () => {
    const { body } = await api.confirm((await open('paypal', { capture_method: 'manual' })).id);
    expect(body.payment_status).toBe('authorized');
    const captured = await api.capture({ charge: body.charge, amount: 1_000 });
    expect(captured.body).toMatchObject({ status: 'captured', amount_captured: 1_000 });
  });

  test.each(['reset-after', '5xx-after'])('%s: found out, and one payment', async (kind) => {
    const payments = async () => (await (await fetch(`${service.admin}/psps/paypal/ledger`)).json()).payments;
    const before = (await payments()).length;
    const { id } = await open('paypal');
    await fault('paypal', { kind, only: 'authorize' });
    const confirming = api.confirm(id);
    // By the second try PayPal is well again.
    await until(payments, (rows) => rows.length > before && rows.at(-1).status === 'captured');
    await fault('paypal', { kind: 'ok' });
    const { body } = await confirming;
    expect(body.payment_status).toBe('paid');
    expect(await booked('paypal', body.charge)).toHaveLength(1);
  });
});

describe('square', () => {
  test('a token is paid; its refund is pending, and done when Square says so', async () => {
    const { body } = await api.confirm((await open('square')).id, token('square', 'cnon:card-nonce-ok'));
    expect(body.payment_status).toBe('paid');
    const refund = await api.refund({ charge: body.charge, amount: 599 });
    expect(refund.body.status).toBe('pending');
    const charge = await until(
      async () => (await api.charge(body.charge ?? '')).body,
      ({ refunds }) => refunds[0]?.status === 'succeeded',
    );
    expect(charge.amount_refunded).toBe(599);
  });

  test('a token is declined', async () => {
    const { status, body } = await api.confirm(
      (await open('square')).id,
      token('square', 'cnon:card-nonce-rejected-cvv'),
    );
    expect([status, body.error.decline_code]).toEqual([402, 'incorrect_card_data']);
  });

  test('what it cannot do is skipped with the reason: a currency when the session is created, a card when it is paid', async () => {
    const francs = await open('square_then_paypal', { currency: 'chf' });
    expect(francs.routing).toMatchObject({
      plan: ['paypal'],
      skipped: [{ psp: 'square', reason: 'currency_not_supported' }],
    });
    const euros = await open('square_then_paypal');
    expect(euros.routing.plan).toEqual(['square', 'paypal']);
    const { body } = await api.confirm(euros.id);
    expect(body).toMatchObject({
      payment_status: 'paid',
      routing: {
        attempts: [{ psp: 'paypal' }],
        passed_over: [{ psp: 'square', reason: 'card_not_supported' }],
      },
    });
  });

  test('a part cannot be captured, all can', async () => {
    const { id } = await open('square', { capture_method: 'manual' });
    const { body } = await api.confirm(id, token('square', 'cnon:card-nonce-ok'));
    expect(body.payment_status).toBe('authorized');
    const part = await api.capture({ charge: body.charge, amount: 1 });
    expect([part.status, part.body.error]).toMatchObject([
      409,
      { code: 'charge_operation_refused', param: 'amount', decline_code: 'not_supported' },
    ]);
    expect((await api.charge(body.charge ?? '')).body.status).toBe('authorized');
    expect((await api.capture({ charge: body.charge })).body).toMatchObject({ amount_captured: 2_599 });
  });
});
