import { describe, expect, test } from '@jest/globals';
import { apiClient, type Session } from '../service/api-client.ts';
import { pspAdmin } from '../service/psp-admin.ts';
import { rule } from '../service/rules-of.ts';
import { until } from '../service/until.ts';
import { withService } from '../service/with-service.ts';
import { collect } from './collect.ts';

/** `npm start` with its vault and its stream: a card is paid once by its customer, kept, and charged again by the merchant wherever the rule says. */
const takers = ['stripe', 'adyen', 'checkout_com', 'paypal'] as const;
/** Those that take a network transaction id of another PSP's payment. */
const repeaters = ['adyen', 'checkout_com', 'paypal'] as const;
const customer = { id: 'customer_17' };

const service = withService({
  rules: {
    rules: Object.fromEntries(
      takers.map((psp) => [psp, { ...rule(psp, { [psp]: 1 }), version: 1, created: 1_700_000_000 }]),
    ),
  },
});
const client = apiClient(service);

type Stored = {
  readonly id: string;
  readonly customer: string;
  readonly card: { readonly brand: string; readonly last4: string };
};

const listed = async (of: string): Promise<readonly Stored[]> => {
  const { body } = await client.call<{ data: readonly Stored[] }>(
    'GET',
    `/v1/payment_methods?customer=${of}`,
  );
  return 'data' in body ? body.data : [];
};

/** The customer pays with a card that the vault collects, and lets the merchant keep it. */
const firstPayment = async (
  psp: string,
  of: string,
  { card = {}, fields = {} }: { readonly card?: object; readonly fields?: object } = {},
): Promise<Stored> => {
  const { body: session } = await client.create({
    routing_rule: psp,
    customer: { id: of },
    setup: 'off_session',
    ...fields,
  });
  const { body } = await client.session(session.id, { token: session.client_secret });
  const { vault } = body as Session & { readonly vault: { readonly url: string; readonly grant: string } };
  const collected = await collect(vault, card);
  const paid = await client.confirm(session.id, collected, { token: session.client_secret });
  const payment_status = expect.stringMatching(/^(paid|authorized)$/);
  expect(paid).toMatchObject({ status: 200, body: { payment_status } });
  const [kept] = await until(
    () => listed(of),
    ({ length }) => length > 0,
  );
  if (!kept) throw new Error('The card was not kept.');
  return kept;
};

const charge = async (psp: string, of: string, method: object) => {
  const { body: session } = await client.create({ routing_rule: psp, customer: { id: of } });
  const path = `/v1/checkout/sessions/${session.id}/confirm`;
  return client.call<Session>('POST', path, { body: { payment_method: method } });
};

describe.each(repeaters)('a card first paid at %s', (first) => {
  test.each(repeaters.filter((psp) => psp !== first))(
    'is charged again by the merchant at %s',
    async (next) => {
      const of = `${customer.id}_${first}_${next}`;
      const { id, ...kept } = await firstPayment(first, of);
      expect(kept).toMatchObject({ customer: of, card: { brand: 'visa', last4: '4242' } });
      const again = await charge(next, of, {
        type: 'stored',
        id,
        initiator: 'merchant',
        reason: 'recurring',
      });
      expect(again).toMatchObject({ status: 200, body: { payment_status: 'paid' } });
      const { body } = await client.call(
        'GET',
        `/v1/charges/${'charge' in again.body ? again.body.charge : ''}`,
      );
      expect(body).toMatchObject({ psp: next, status: 'captured' });
    },
  );
});

test('a card whose payment is held is stored, and stays so when the hold is given up', async () => {
  const of = 'customer_17';
  const { id } = await firstPayment('stripe', of, { fields: { capture_method: 'manual' } });
  const { body } = await client.call<{ data: readonly { id: string; status: string }[] }>(
    'GET',
    '/v1/charges?limit=1',
  );
  const [held] = 'data' in body ? body.data : [];
  expect(held?.status).toBe('authorized');
  const cancel = await client.call('POST', '/v1/charges/cancel', { body: { charge: held?.id } });
  expect(cancel).toMatchObject({ status: 200, body: { status: 'canceled' } });
  const method = { type: 'stored', id, initiator: 'merchant', reason: 'unscheduled' };
  expect(await charge('adyen', of, method)).toMatchObject({ status: 200, body: { payment_status: 'paid' } });
});

test('a browser may not charge as the merchant, nor with the card of another customer', async () => {
  const { id } = await firstPayment('adyen', 'customer_18');
  const { body: session } = await client.create({ routing_rule: 'adyen', customer: { id: 'customer_19' } });
  const path = `/v1/checkout/sessions/${session.id}/confirm`;
  const token = session.client_secret;
  const by = (method: object) => client.call('POST', path, { body: { payment_method: method }, token });
  const merchant = await by({ type: 'stored', id, initiator: 'merchant', reason: 'recurring' });
  const stranger = await by({ type: 'stored', id, initiator: 'customer' });
  expect([merchant.status, stranger.status]).toEqual([400, 400]);
});

test('advice to wait is on the charge; until then a merchant-initiated confirm is 402 and asks no PSP, the customer’s is not', async () => {
  const of = 'customer_21';
  const { id } = await firstPayment('adyen', of, { card: { number: '5555555555554444' } });
  const admin = pspAdmin(service);
  const { body: session } = await client.create({ routing_rule: 'adyen', customer: { id: of } });
  const path = `/v1/checkout/sessions/${session.id}/confirm`;
  const by = (method: object) =>
    client.call<Session>('POST', path, { body: { payment_method: { type: 'stored', id, ...method } } });
  const merchant = { initiator: 'merchant', reason: 'recurring' };
  const asked = async () => (await admin.ledger('adyen')).payments.length;

  await admin.faults('adyen', { kind: 'decline', code: '12' });
  const declined = await by(merchant);
  expect(declined).toMatchObject({ status: 402, body: { error: { decline_code: 'insufficient_funds' } } });
  expect(declined.headers.get('retry-after')).toBeNull();
  await admin.faults('adyen', { kind: 'ok' });
  const { body: charges } = await client.call<{ data: readonly { advice: object; created: number }[] }>(
    'GET',
    `/v1/charges?session=${session.id}`,
  );
  const [charge] = 'data' in charges ? charges.data : [];
  expect(charge?.advice).toEqual({ kind: 'wait', until: expect.any(Number) });

  const before = await asked();
  const early = await by(merchant);
  expect(early).toMatchObject({
    status: 402,
    body: {
      error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        session: { id: session.id, payment_status: 'unpaid' },
      },
    },
  });
  expect(early.headers.get('should-retry')).toBe('false');
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  expect(await asked()).toBe(before);
  expect(await by({ initiator: 'customer' })).toMatchObject({
    status: 200,
    body: { payment_status: 'paid' },
  });
});

test('a payment with a card that is deleted by then keeps its answer', async () => {
  const of = 'customer_22';
  const { id } = await firstPayment('adyen', of);
  const { body: session } = await client.create({ routing_rule: 'adyen', customer: { id: of } });
  const payment_method = { type: 'stored', id, initiator: 'merchant', reason: 'recurring' };
  const ask = (key?: string) =>
    client.call('POST', `/v1/checkout/sessions/${session.id}/confirm`, {
      body: { payment_method },
      ...(key !== undefined && { key }),
    });
  const first = await ask('invoice-22');
  expect(first).toMatchObject({ status: 200, body: { payment_status: 'paid' } });
  expect((await client.call('DELETE', `/v1/payment_methods/${id}`)).status).toBe(200);
  const again = await ask('invoice-22');
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(await ask()).toMatchObject({ status: 200, body: { payment_status: 'paid' } });
});

test('a deleted card pays nothing, and does not come back', async () => {
  const { id } = await firstPayment('paypal', 'customer_20');
  for (let time = 0; time < 2; time++)
    expect(await client.call('DELETE', `/v1/payment_methods/${id}`)).toMatchObject({
      status: 200,
      body: { id, deleted: true },
    });
  const again = await charge('paypal', 'customer_20', {
    type: 'stored',
    id,
    initiator: 'merchant',
    reason: 'recurring',
  });
  expect(again.status).toBe(400);
  expect(await listed('customer_20')).toEqual([]);
});
