import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { apiClient, type Client, type Session } from '../service/api-client.ts';
import { rule } from '../service/rules-of.ts';
import { type Service, startService } from '../service/start-service.ts';
import { until } from '../service/until.ts';
import { collect } from './collect.ts';

/** `npm start` with its vault and its stream: a card is paid once by its customer, kept, and charged again by the merchant wherever the rule says. */
const takers = ['stripe', 'adyen', 'checkout_com', 'paypal'] as const;
/** Those that take a network transaction id of another PSP's payment. */
const repeaters = ['adyen', 'checkout_com', 'paypal'] as const;
const customer = { id: 'customer_17' };

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService({
    rules: {
      rules: Object.fromEntries(
        takers.map((psp) => [psp, { ...rule(psp, { [psp]: 1 }), version: 1, created: 1_700_000_000 }]),
      ),
    },
  });
  client = apiClient(service);
});
afterAll(() => service?.stop());

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
const firstPayment = async (psp: string, of: string): Promise<Stored> => {
  const { body: session } = await client.create({
    routing_rule: psp,
    customer: { id: of },
    setup: 'off_session',
  });
  const { body } = await client.session(session.id, { token: session.client_secret });
  const { vault } = body as Session & { readonly vault: { readonly url: string; readonly grant: string } };
  const collected = await collect(vault);
  const paid = await client.confirm(session.id, collected, { token: session.client_secret });
  expect(paid).toMatchObject({ status: 200, body: { payment_status: 'paid' } });
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

test('a deleted card pays nothing, and does not come back', async () => {
  const { id } = await firstPayment('paypal', 'customer_20');
  expect(await client.call('DELETE', `/v1/payment_methods/${id}`)).toMatchObject({
    status: 200,
    body: { deleted: true },
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
