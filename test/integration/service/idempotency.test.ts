import { describe, expect, test } from '@jest/globals';
import { type Answer, apiClient, card, type Failure, newKey, paid } from './api-client.ts';
import { readTables } from './read-tables.ts';
import { withService } from './with-service.ts';

const service = withService();
const client = apiClient(service);

type Ask = (key: string, changes?: object) => Promise<Answer<unknown>>;

/** The same call again gives the same bytes under a new request id; another body is refused and has no effect. */
const expectReplays = async (ask: Ask, other: object, status = 200): Promise<void> => {
  const key = newKey();
  const first = await ask(key);
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([status, null]);
  const current = await moneyRecords();
  for (let repeat = 0; repeat < 3; repeat++) {
    const again = await ask(key);
    expect([again.status, again.text]).toEqual([status, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
  }
  const reused = await ask(key, other);
  expect(reused).toMatchObject({
    status: 422,
    body: { error: { type: 'idempotency_error', code: 'idempotency_key_reused' } },
  });
  expect(reused.headers.get('should-retry')).toBe('false');
  expect(await moneyRecords()).toEqual(current);
};

/** Ids and amounts; a webhook may be noted on a charge meanwhile. */
const moneyRecords = async () => {
  const { sessions, charges } = await readTables(service);
  const refunds = (charge: object) => Object.keys((charge as { refunds: { M: object } }).refunds.M).sort();
  const keyed = (item: object) => (item as { id: { S: string } }).id.S;
  return [sessions.map(keyed).sort(), charges.map((charge) => [keyed(charge), refunds(charge)]).sort()];
};

describe('the same key and body: the first answer again; another body: 422', () => {
  test('create', () => expectReplays((key, fields) => client.tryToCreate(fields, { key }), { amount: 2600 }));

  test('confirm, paid', async () => {
    const { body: opened } = await client.create();
    await expectReplays((key, fields) => client.confirm(opened.id, card(fields), { key }), { exp_month: 11 });
  });

  test('confirm, declined', async () => {
    const { body: opened } = await client.create();
    const declined = { number: '4000000000009995' };
    const ask: Ask = (key, fields) => client.confirm(opened.id, card({ ...declined, ...fields }), { key });
    await expectReplays(ask, { exp_month: 11 }, 402);
    // A confirm with another key, or none, is another try.
    expect((await client.confirm(opened.id)).body.payment_status).toBe('paid');
  });

  test('confirm, with the session token', async () => {
    const { body: opened } = await client.create();
    const token = opened.client_secret;
    await expectReplays((key, fields) => client.confirm(opened.id, card(fields), { key, token }), {
      name: 'A',
    });
  });

  test('the security code is not part of the request', async () => {
    const { body: opened } = await client.create();
    const key = newKey();
    const first = await client.confirm(opened.id, card(), { key });
    const again = await client.confirm(opened.id, card({ cvc: '999' }), { key });
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  test('refund', async () => {
    const { charge } = await paid(client);
    await expectReplays((key, fields) => client.refund({ charge, amount: 5, ...fields }, { key }), {
      amount: 6,
    });
    await expectReplays((key, fields) => client.refund({ charge, ...fields }, { key }), {
      reason: 'duplicate',
    });
  });

  test('capture and cancel', async () => {
    for (const operate of [client.capture, client.cancel]) {
      const { body: opened } = await client.create({ capture_method: 'manual' });
      const charge = (await client.confirm(opened.id)).body.charge ?? '';
      const key = newKey();
      const first = await operate({ charge }, { key });
      expect(first.status).toBe(200);
      const again = await operate({ charge }, { key });
      expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    }
  });

  test('capture with another amount', async () => {
    const { body: opened } = await client.create({ capture_method: 'manual' });
    const charge = (await client.confirm(opened.id)).body.charge ?? '';
    await expectReplays((key, fields) => client.capture({ charge, amount: 5, ...fields }, { key }), {
      amount: 6,
    });
  });
});

describe('what a key is scoped to', () => {
  test('reordered fields and explicit defaults are the same request', async () => {
    const key = newKey();
    const fields = { amount: 1000, currency: 'eur', success_url: 'https://a.example' };
    const path = '/v1/checkout/sessions';
    const first = await client.call('POST', path, { key, body: fields });
    const reordered = { expires_in: 86_400, success_url: 'https://a.example', currency: 'eur', amount: 1000 };
    expect((await client.call('POST', path, { key, body: reordered })).text).toBe(first.text);
  });

  test('its endpoint and its target', async () => {
    const key = newKey();
    const [one, two] = [await paid(client), await paid(client)];
    const refunds = [
      await client.refund({ charge: one.charge, amount: 5 }, { key }),
      await client.refund({ charge: two.charge, amount: 5 }, { key }),
    ];
    expect(refunds.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(refunds.map(({ body }) => body.id)).size).toBe(2);
    expect((await client.create({}, { key })).status).toBe(200);
  });

  test('its caller: a customer never gets the merchant’s bytes', async () => {
    const { body: opened } = await client.create({ metadata: { internal: 'margin' } });
    const key = newKey();
    await client.confirm(opened.id, card(), { key });
    const customer = await client.confirm(opened.id, card(), { key, token: opened.client_secret });
    expect(customer.status).toBe(200);
    expect(customer.text).not.toContain('margin');
  });
});

test('a refusal before anything was written is evaluated again', async () => {
  const { charge } = await paid(client);
  const key = newKey();
  const wrong = await client.refund({ charge, amount: 999_999 }, { key });
  expect(wrong.body).toMatchObject({ error: { code: 'refund_amount_too_large', param: 'amount' } });
  expect((await client.refund({ charge, amount: 5 }, { key })).status).toBe(200);
  const missing = 'ch_00000000000000000000000000';
  expect(await client.refund({ charge: missing }, { key })).toMatchObject({
    status: 404,
    body: { error: { code: 'resource_missing', param: 'charge' } } satisfies {
      error: Partial<Failure['error']>;
    },
  });
});

test('a replayed create returns the client secret byte for byte, and it opens the session', async () => {
  const key = newKey();
  const first = await client.create({}, { key });
  await client.confirm(first.body.id);
  const again = await client.create({}, { key });
  expect(again.text).toBe(first.text);
  const token = again.body.client_secret;
  expect((await client.session(first.body.id, { token })).body.payment_status).toBe('paid');
});

test('publishing a rule twice changes nothing the second time, even without a key', async () => {
  const { body: rule } = await client.call<Record<string, unknown>>('GET', '/v1/routing/rules/default');
  const { object, version, created, ...fields } = rule;
  const answers = [1, 2].map(() => client.call('POST', '/v1/routing/rules', { body: fields }));
  for (const answer of await Promise.all(answers))
    expect(answer).toMatchObject({ status: 200, body: { version, created, changed: false, object } });
});
