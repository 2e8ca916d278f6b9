import { describe, expect, test } from '@jest/globals';
import { apiClient, card, paid } from './api-client.ts';
import { psps, rule } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

const service = withService();
const client = apiClient(service);

const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`));
const unixSeconds = expect.any(Number);

const everyField = {
  amount: 1999,
  currency: 'usd',
  success_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/basket',
  routing_rule: 'default',
  capture_method: 'manual',
  reference: 'order-7',
  pay_once: true,
  country: 'US',
  customer_email: 'ada@shop.example',
  customer: { id: 'u-7', phone: '+49 30 1234567' },
  billing_details: { name: 'Ada', address: { postal_code: '10001' } },
  shipping: { address: { city: 'Berlin' } },
  description: 'Two tickets',
  statement_descriptor: 'TICKETS 7',
  exemption: 'low_value',
  collect: ['postal_code'],
  expires_in: 1800,
  metadata: { basket: '7' },
};

const openSession = {
  id: id('cs'),
  object: 'checkout.session',
  amount: 1999,
  currency: 'usd',
  status: 'open',
  client_secret: expect.stringMatching(/^cs_[0-9a-z]{26}_secret_[A-Za-z0-9_-]{44,59}$/),
  url: expect.stringMatching(
    /^http:\/\/127\.0\.0\.1:\d+\/pay\/(cs_[0-9a-z]{26})#\1_secret_[A-Za-z0-9_-]{44,59}$/,
  ),
  created: unixSeconds,
  payment_status: 'unpaid',
  capture_method: 'manual',
  routing_rule: 'default',
  success_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/basket',
  description: 'Two tickets',
  country: 'US',
  collect: ['postal_code'],
  wallets: null,
  expires_at: unixSeconds,
  livemode: false,
  charge: null,
  next_action: null,
  last_payment_error: null,
};

const merchantsFields = {
  reference: 'order-7',
  pay_once: true,
  payment_link: null,
  customer_email: 'ada@shop.example',
  customer: { id: 'u-7', email: 'ada@shop.example', phone: '+49 30 1234567' },
  billing_details: {
    name: 'Ada',
    email: null,
    phone: null,
    address: { line1: null, line2: null, city: null, state: null, postal_code: '10001', country: null },
  },
  shipping: {
    name: null,
    phone: null,
    address: { line1: null, line2: null, city: 'Berlin', state: null, postal_code: null, country: null },
  },
  statement_descriptor: 'TICKETS 7',
  exemption: 'low_value',
  saved_cards: false,
  setup: null,
  metadata: { basket: '7' },
  routing: {
    rule: 'default',
    version: 1,
    override: null,
    plan: expect.arrayContaining([...psps]),
    skipped: [],
    draw: psps.map((psp) => [psp, expect.any(Number)]),
    health: null,
    attempts: [],
  },
};

/** Bodies come from another realm of this process: only what they hold is compared. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('checkout session', () => {
  test('created and read with every field; nothing more and nothing less', async () => {
    const { body } = await client.create(everyField);
    expect(plain(body)).toEqual({ ...openSession, ...merchantsFields });
    const { body: raw } = await client.call<Record<string, number>>(
      'GET',
      `/v1/checkout/sessions/${body.id}`,
    );
    expect(plain(raw)).toEqual(plain(body));
    expect((raw.expires_at ?? 0) - (raw.created ?? 0)).toBe(1800);
    const { body: redacted } = await client.session(body.id, { token: body.client_secret });
    expect(plain(redacted)).toEqual({
      ...openSession,
      vault: { url: expect.any(String), grant: expect.stringMatching(/^vg_/), saved_cards: [] },
    });
  });

  test('with the minimum: the defaults', async () => {
    const { body } = await client.create();
    expect(plain(body)).toEqual({
      ...openSession,
      ...merchantsFields,
      amount: 2599,
      currency: 'eur',
      capture_method: 'automatic',
      cancel_url: null,
      country: null,
      collect: [],
      reference: null,
      pay_once: false,
      customer_email: null,
      customer: null,
      billing_details: null,
      shipping: null,
      description: null,
      statement_descriptor: null,
      exemption: null,
      metadata: {},
    });
  });

  test('paid, authorized, canceled', async () => {
    const { body: opened } = await client.create(everyField);
    const { body: held } = await client.confirm(opened.id);
    const attempt = {
      charge: id('ch'),
      psp: 'stripe',
      outcome: 'approved',
      code: null,
      started: expect.any(Number),
      latency_ms: expect.any(Number),
      settled_ms: expect.any(Number),
    };
    expect(plain(held)).toEqual({
      ...openSession,
      ...merchantsFields,
      status: 'complete',
      payment_status: 'authorized',
      charge: id('ch'),
      routing: { ...merchantsFields.routing, attempts: [attempt] },
    });
    await client.cancel({ charge: held.charge });
    const { body } = await client.session(opened.id);
    expect(body).toMatchObject({ status: 'complete', payment_status: 'canceled' });
  });

  test('the customer is sent away to authenticate, and comes back', async () => {
    const { body: opened } = await client.create({ cancel_url: 'https://shop.example/no' });
    const { status, body } = await client.confirm(opened.id, card({ number: '4000002760003184' }));
    expect(status).toBe(200);
    expect(plain(body)).toMatchObject({
      status: 'open',
      payment_status: 'requires_action',
      charge: id('ch'),
      next_action: { type: 'redirect_to_url', redirect_to_url: { url: expect.stringMatching(/^http/) } },
    });
    expect((await client.confirm(opened.id)).body).toMatchObject({
      payment_status: 'paid',
      next_action: null,
      last_payment_error: null,
    });
  });

  test('a declined confirm carries the session', async () => {
    const { body: opened } = await client.create();
    const { status, body } = await client.confirm(opened.id, card({ number: '4000000000009995' }));
    expect(status).toBe(402);
    expect(plain(body)).toEqual({
      error: {
        type: 'card_error',
        code: 'card_declined',
        message: expect.any(String),
        decline_code: 'insufficient_funds',
        request_id: id('req'),
        doc_url: `${service.base_url}/docs/errors#card_declined`,
        session: expect.objectContaining({
          id: opened.id,
          status: 'open',
          payment_status: 'unpaid',
          client_secret: opened.client_secret,
          last_payment_error: { decline_code: 'insufficient_funds', message: expect.any(String) },
        }),
      },
    });
    const customer = await client.confirm(opened.id, card({ number: '4000000000009995' }), {
      token: opened.client_secret,
    });
    expect(customer.body.error.session).not.toHaveProperty('routing');
  });
});

test('charge and refund', async () => {
  const { id: session, charge } = await paid(client);
  const { body: refund } = await client.refund({
    charge,
    amount: 500,
    reason: 'requested_by_customer',
    metadata: { ticket: '12' },
  });
  const refundShape = {
    id: id('re'),
    object: 'refund',
    amount: 500,
    currency: 'eur',
    charge,
    psp: 'stripe',
    status: 'succeeded',
    reason: 'requested_by_customer',
    failure_reason: null,
    psp_reference: expect.stringMatching(/^re_/),
    external: false,
    needs_review: false,
    created: unixSeconds,
    metadata: { ticket: '12' },
  };
  expect(plain(refund)).toEqual(refundShape);
  expect(plain((await client.charge(charge)).body)).toEqual({
    id: charge,
    object: 'charge',
    session,
    reference: null,
    customer_email: null,
    psp: 'stripe',
    psp_reference: expect.stringMatching(/^pi_/),
    advice: null,
    amount: 2599,
    amount_captured: 2599,
    amount_refunded: 500,
    amount_refundable: 2099,
    amount_disputed: 0,
    currency: 'eur',
    status: 'captured',
    outcome: 'captured',
    code: null,
    card: {
      bin: null,
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2030,
      funding: 'credit',
      country: 'US',
    },
    checks: { address: null, postal_code: null, cvc: 'pass' },
    network_transaction_id: expect.stringMatching(/^\d+$/),
    authorization_code: null,
    authentication: null,
    capture_method: 'automatic',
    livemode: false,
    refunds: [refundShape],
    disputes: [],
    capture: null,
    cancel: null,
    open: [],
    external: false,
    other_payments: [],
    other_payment_of: null,
    decisions: [],
    steps: [],
    revision: expect.any(Number),
    captured_at: unixSeconds,
    created: unixSeconds,
  });
});

test('routing rules', async () => {
  const given = {
    ...rule('shape', { stripe: 70, adyen: 30, checkout_com: 0 }),
    overrides: [
      {
        when: { currency: ['usd'], amount: { gte: 10_000 }, country: ['US'], card_brand: ['amex'] },
        targets: [{ psp: 'adyen', weight: 1 }],
      },
    ],
  };
  const published = { object: 'routing.rule', ...given, version: 1, created: unixSeconds };
  const deployment = { state: expect.stringMatching(/^(deploying|active)$/), number: 2 };

  const dry = await client.call('POST', '/v1/routing/rules', { body: { ...given, dry_run: true } });
  expect(plain(dry.body)).toEqual({
    ...published,
    changed: true,
    dry_run: true,
    previous: null,
    deployment: null,
  });
  const { body } = await client.call('POST', '/v1/routing/rules', { body: given });
  expect(plain(body)).toEqual({ ...published, changed: true, state: 'published', deployment });
  const read = await until(
    () => client.call<object>('GET', '/v1/routing/rules/shape'),
    ({ status }) => status === 200,
  );
  expect(plain(read.body)).toEqual(published);
  const list = await client.call<{ data: readonly object[] }>('GET', '/v1/routing/rules');
  expect(plain(list.body)).toMatchObject({ object: 'list', data: expect.arrayContaining([published]) });
  expect(list.body.data).toHaveLength(5);

  const stale = await client.call('POST', '/v1/routing/rules', {
    body: { ...given, targets: [{ psp: 'adyen', weight: 1 }], version: 2 },
  });
  expect(stale).toMatchObject({
    status: 409,
    body: { error: { code: 'version_conflict', param: 'version' } },
  });

  const version = {
    object: 'routing.rule_version',
    rule: 'shape',
    version: 1,
    state: 'published',
    document: given,
    author: { key: expect.stringMatching(/^key_[0-9a-z]{26}$/), user: null },
    approved: null,
    note: null,
    backtest: null,
    created: unixSeconds,
    diff: ['targets', 'failover', 'health', 'overrides'].map((path) => ({
      path,
      before: null,
      after: given[path as 'targets'],
    })),
  };
  const versions = await client.call<object>('GET', '/v1/routing/rules/shape/versions');
  expect(plain(versions.body)).toEqual({ object: 'list', data: [version], has_more: false });
  const one = await client.call<object>('GET', '/v1/routing/rules/shape/versions/1');
  expect([one.headers.get('etag'), plain(one.body)]).toEqual(['"1"', version]);
});
