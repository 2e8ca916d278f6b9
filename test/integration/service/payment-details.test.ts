import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type LocalDynamoDb, startDynamoDb } from '../../../local/aws/dynamodb.ts';
import { itemBytes } from '../../infra/item-bytes.ts';
import { type FaultyProxy, startFaultyProxy } from '../storage/faulty-proxy.ts';
import { credentials } from '../storage/start-dynamodb.ts';
import { apiClient, type Client, card } from './api-client.ts';
import { type PspAdmin, pspAdmin } from './psp-admin.ts';
import { psps } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';

let dynamoDb: LocalDynamoDb;
let wire: FaultyProxy;
let service: Service;
let client: Client;
let admin: PspAdmin;
beforeAll(async () => {
  dynamoDb = await startDynamoDb({ credentials });
  wire = await startFaultyProxy(dynamoDb);
  service = await startService({ environment: { AWS_ENDPOINT_URL_DYNAMODB: wire.url } });
  client = apiClient(service);
  admin = pspAdmin(service);
});
afterAll(async () => {
  await service?.stop();
  await wire?.close();
  await dynamoDb?.close();
});

const address = {
  line1: 'Chausseestraße 125',
  city: 'Berlin',
  postal_code: '10115',
  country: 'DE',
};

const said = {
  reference: 'order-1042',
  customer: { id: 'customer-7', email: 'ada@shop.example', phone: '+49 30 1234567' },
  billing_details: { name: 'Ada Lovelace', address },
  shipping: { name: 'Ada Lovelace', address },
  description: 'Two tickets to London',
  statement_descriptor: 'TICKETS 1042',
  metadata: { tier: 'gold' },
};

test('a session keeps the merchant’s details, for API keys only', async () => {
  const { body: opened } = await client.create({ ...said, exemption: 'tra' });
  const unsaid = { line2: null, state: null };
  expect(opened).toMatchObject({
    customer: said.customer,
    customer_email: 'ada@shop.example',
    billing_details: { ...said.billing_details, email: null, address: { ...address, ...unsaid } },
    shipping: { ...said.shipping, phone: null, address: { ...address, ...unsaid } },
    description: 'Two tickets to London',
    statement_descriptor: 'TICKETS 1042',
    exemption: 'tra',
  });
  const own = await client.session(opened.id, { token: opened.client_secret });
  expect(own.body.id).toBe(opened.id);
  const hidden = /Ada|customer-7|10115|TICKETS|gold|1234567|"tra"|order-1042/;
  expect(JSON.stringify(own.body)).not.toMatch(hidden);
  const paid = await client.confirm(opened.id, card(), { token: opened.client_secret });
  expect(paid.body.payment_status).toBe('paid');
  expect(JSON.stringify(paid.body)).not.toMatch(hidden);
});

test('the addresses to return to name the session, also in the answer under a repeated key', async () => {
  const urls = {
    success_url:
      'https://shop.example/thanks/{CHECKOUT_SESSION_ID}?a={CHECKOUT_SESSION_ID}#{CHECKOUT_SESSION_ID}',
    cancel_url: 'https://shop.example/basket?of={CHECKOUT_SESSION_ID}&not={checkout_session_id}',
  };
  const key = { key: 'names-itself' };
  const { body: opened } = await client.create(urls, key);
  const { id } = opened;
  const named = {
    success_url: `https://shop.example/thanks/${id}?a=${id}#${id}`,
    cancel_url: `https://shop.example/basket?of=${id}&not={checkout_session_id}`,
  };
  expect(opened).toMatchObject(named);
  expect((await client.create(urls, key)).body).toEqual(opened);
  expect((await client.session(id)).body).toMatchObject(named);
});

describe.each(psps)('a charge at %s', (psp) => {
  test('shows the card and what the issuer said of it', async () => {
    const { body: opened } = await client.create({ ...said, routing_rule: psp });
    const { body: paid } = await client.confirm(opened.id);
    expect(paid.payment_status).toBe('paid');
    const { body: charge } = await client.charge(paid.charge ?? '');
    expect(charge).toMatchObject({
      card: { brand: 'visa', last4: '4242', exp_month: expect.any(Number), exp_year: expect.any(Number) },
      checks: { cvc: 'pass' },
    });
    expect(charge).toMatchObject(
      {
        stripe: {
          card: { funding: 'credit', country: 'US' },
          checks: { address: 'pass', postal_code: 'pass' },
        },
        adyen: { card: { funding: 'credit' }, authorization_code: expect.stringMatching(/^\d{6}$/) },
        checkout_com: {
          card: { funding: 'credit', country: 'US' },
          network_transaction_id: expect.any(String),
          authorization_code: expect.stringMatching(/^\d{6}$/),
        },
      }[psp],
    );
  });
});

test('a refused charge shows its card, too', async () => {
  const { body: opened } = await client.create({ routing_rule: 'stripe' });
  await client.confirm(opened.id, card({ number: '4000000000009995' }));
  const [attempt] = (await client.session(opened.id)).body.routing.attempts;
  expect((await client.charge(attempt?.charge ?? '')).body).toMatchObject({
    status: 'failed',
    card: { brand: 'visa', last4: '9995' },
  });
});

describe('sizes', () => {
  type Item = Parameters<typeof itemBytes>[0];

  /** The largest item that a payment writes to each table. */
  const written = async (fields: object): Promise<Readonly<Record<string, number>>> => {
    wire.requests();
    const { body: opened } = await client.create(fields);
    await client.confirm(opened.id);
    const sizes: Record<string, number> = {};
    for (const { body } of wire.requests()) {
      const { Item, TransactItems = [] } = JSON.parse(body);
      const items = [Item, ...TransactItems.map(({ Put }: { Put?: { Item: Item } }) => Put?.Item)];
      for (const item of items.filter((put) => put?.id?.S)) {
        const table = item.id.S.slice(0, 2);
        sizes[table] = Math.max(sizes[table] ?? 0, itemBytes(item));
      }
    }
    return sizes;
  };

  test('a session stays under 1 KB, with its customer and billing address under 1.25, and its charge under 1', async () => {
    const { shipping, billing_details, customer, ...typical } = said;
    expect((await written(typical)).cs).toBeLessThan(1_024);
    const { cs, ch } = await written({ ...typical, billing_details, customer });
    expect(cs).toBeLessThan(1_280);
    expect(ch).toBeLessThan(1_024);
  });

  test('with every detail given it stays under 2 KB', async () => {
    const { cs, ch } = await written({ ...said, exemption: 'secure_corporate' });
    expect(cs).toBeLessThan(2_048);
    expect(ch).toBeLessThan(1_024);
  });
});

describe.each(psps)('%s, which refuses what it is told about the customer', (psp) => {
  afterEach(() => admin.heal());

  test('takes the payment without, and both tries are shown', async () => {
    const { body: opened } = await client.create({ ...said, routing_rule: psp });
    await admin.faults(psp, { kind: 'details-refused' });
    const { status, body } = await client.confirm(opened.id);
    expect([status, body.payment_status]).toEqual([200, 'paid']);
    const tried = body.routing.attempts;
    expect(tried.map(({ psp: at, outcome }) => [at, outcome])).toEqual([
      [psp, expect.stringMatching(/^(?:incorrect_card_data|invalid_request|not_supported)$/)],
      [psp, 'captured'],
    ]);
    const money = await admin.moneyOf(tried.map(({ charge }) => charge));
    expect(money.map(({ reference }) => reference)).toEqual([body.charge]);
    const refund = await client.refund({ charge: body.charge });
    expect(refund.body).toMatchObject({ charge: body.charge, amount: body.amount });
  });
});
