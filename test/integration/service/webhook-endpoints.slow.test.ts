import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createClient } from '../../../clients/server/src/index.ts';
import { verifyWebhook } from '../../../clients/server/src/verify-webhook.ts';
import { openReceiver } from '../psp-simulators/webhook-receiver.ts';
import { readTables } from './read-tables.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';

let service: Service;
let client: ReturnType<typeof createClient>;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeAll(async () => {
  service = await startService({ environment: { DELIVERY_SCHEDULE_S: '1,1,3600' } });
  client = createClient({ baseUrl: service.base_url, apiKey: service.api_key, maxRetries: 0 });
});
afterAll(() => service?.stop());

beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  for (const { id } of (await client.webhookEndpoints.list()).data) await client.webhookEndpoints.delete(id);
  await receiver.close();
});

/** The secret is there: nobody else made the call. */
const withSecret = <T extends { readonly secret: string | null }>({ secret, ...rest }: T) => ({
  ...rest,
  secret: String(secret),
});

let made = 0;

/** Each at an address of its own. */
const create = async (more: object = {}) =>
  withSecret(await client.webhookEndpoints.create({ url: `${receiver.url}/${++made}`, ...more }));

const rotate = async (id: string, body?: { readonly expires_in?: number }) =>
  withSecret(await client.webhookEndpoints.rotate(id, body));

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(service.base_url + path, {
    method,
    headers: {
      authorization: `Bearer ${service.api_key}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });

const arrived = (count: number) =>
  until(
    async () => receiver.deliveries.length,
    (length) => length >= count,
  );

describe('webhook endpoints', () => {
  test('are created, listed, changed and deleted; the secret is shown once and stored nowhere', async () => {
    const created = await create({ description: 'shop' });
    const { secret, ...shown } = created;
    expect(secret).toMatch(/^whsec_/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^we_[0-9a-z]{26}$/),
      object: 'webhook_endpoint',
      url: `${receiver.url}/${made}`,
      events: ['*'],
      description: 'shop',
      status: 'enabled',
      disabled_reason: null,
      livemode: false,
      created: expect.any(Number),
    });
    const { id } = created;
    expect(await client.webhookEndpoints.retrieve(id)).toEqual(shown);
    const disabled = await client.webhookEndpoints.update(id, {
      status: 'disabled',
      events: ['charge.captured'],
    });
    expect(disabled).toEqual({
      ...shown,
      events: ['charge.captured'],
      status: 'disabled',
      disabled_reason: 'requested',
    });
    const enabled = await client.webhookEndpoints.update(id, { status: 'enabled' });
    expect(enabled).toEqual({ ...disabled, status: 'enabled', disabled_reason: null });
    const second = await create();
    expect((await client.webhookEndpoints.list()).data.map((one) => one.id)).toEqual([second.id, id]);
    expect(JSON.stringify((await readTables(service)).events)).not.toMatch(/whsec|secret":\s*"[^g]/);
    expect(await client.webhookEndpoints.delete(id)).toEqual({
      id,
      object: 'webhook_endpoint',
      deleted: true,
    });
    await expect(client.webhookEndpoints.retrieve(id)).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(client.webhookEndpoints.delete(id)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  test('a repeat under the same key is the first answer byte for byte, secret included, and makes no second endpoint', async () => {
    const headers = { 'idempotency-key': 'endpoint-1' };
    const body = {
      url: receiver.url,
      description: '{"id":"we_x","object":"webhook_endpoint","secret":"generation_1"}',
    };
    const first = await send('POST', '/v1/webhook_endpoints', body, headers);
    const again = await send('POST', '/v1/webhook_endpoints', body, headers);
    const text = await first.text();
    expect(await again.text()).toBe(text);
    expect([first, again].map((answer) => answer.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    const { id, secret, description } = JSON.parse(text);
    expect(description).toBe(body.description);
    expect((await client.webhookEndpoints.list()).data).toHaveLength(1);
    const other = await send('POST', '/v1/webhook_endpoints', { url: `${receiver.url}/2` }, headers);
    expect([other.status, (await other.json()).error.code]).toEqual([422, 'idempotency_key_reused']);

    const rotated = async () =>
      (await send('POST', `/v1/webhook_endpoints/${id}/rotate`, {}, headers)).json();
    const next = await rotated();
    expect(await rotated()).toEqual(next);
    expect(next.secret).not.toBe(secret);
    // The first answer stays what it was.
    expect(await (await send('POST', '/v1/webhook_endpoints', body, headers)).text()).toBe(text);

    const remove = () => send('DELETE', `/v1/webhook_endpoints/${id}`, undefined, headers);
    const gone = await (await remove()).text();
    expect(await (await remove()).text()).toBe(gone);
  });

  test('there are at most sixteen, however many are created at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 18 }, () => create()));
    const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect((await client.webhookEndpoints.list()).data.length).toBeLessThanOrEqual(16);
    for (let left = 16 - (await client.webhookEndpoints.list()).data.length; left > 0; left -= 1)
      await create();
    expect(
      refused.every((code) => ['too_many_webhook_endpoints', 'storage_unavailable'].includes(code)),
    ).toBe(true);
    await expect(create()).rejects.toMatchObject({ code: 'too_many_webhook_endpoints', status: 409 });
  });

  test('no two are at one address, however it is spelled', async () => {
    const { id } = await create({ url: 'https://hooks.example/in' });
    for (const url of [
      'https://hooks.example/in',
      'HTTPS://HOOKS.example:443/in',
      'https://hooks.example./in',
      'https://hooks.example/in/',
      'https://hooks.example//in?source=2#x',
      'https://hooks.example/a/../%69n',
    ])
      await expect(create({ url })).rejects.toMatchObject({ code: 'parameter_invalid', param: 'url' });
    const other = await create({ url: 'https://hooks.example/other' });
    await expect(
      client.webhookEndpoints.update(other.id, { url: 'https://hooks.example/in' }),
    ).rejects.toMatchObject({ param: 'url' });
    await client.webhookEndpoints.update(id, { url: 'https://hooks.example/in', description: 'same' });
  });

  test.each([
    [{ url: 'ftp://hooks.example' }, 'url'],
    [{ url: 'https://user:pass@hooks.example' }, 'url'],
    [{ url: 'https://hooks.example', events: ['nothing'] }, 'events[0]'],
    [{ url: 'https://hooks.example', events: ['*', 'charge.captured'] }, 'events'],
    [{ url: 'https://hooks.example', events: [] }, 'events'],
    [{ url: 'https://hooks.example', status: 'disabled' }, 'status'],
    [{}, 'url'],
  ])('%j is refused', async (body, param) => {
    const answer = await send('POST', '/v1/webhook_endpoints', body);
    expect([answer.status, (await answer.json()).error.param]).toEqual([400, param]);
  });
});

describe('deliveries', () => {
  test('a test event arrives, signed; it is delivered once and can be sent again under its own id', async () => {
    const { id, secret } = await create();
    const event = await client.webhookEndpoints.test(id);
    expect(event).toMatchObject({ object: 'event', type: 'webhook_endpoint.test', data: { id } });
    await arrived(1);
    const [first] = receiver.deliveries;
    expect(await client.webhooks.verify(first?.body ?? '', first?.headers ?? {}, secret)).toEqual(event);
    expect(first?.headers['webhook-id']).toBe(event.id);
    const reported = await until(
      () => client.events.retrieve(event.id),
      ({ deliveries }) => deliveries[0]?.status === 'succeeded',
    );
    expect(reported).toEqual({
      ...event,
      deliveries: [
        {
          endpoint: id,
          attempt: 1,
          at: expect.any(Number),
          status: 'succeeded',
          http_status: 200,
          next_at: null,
        },
      ],
    });
    await client.events.resend(event.id);
    await arrived(2);
    expect(receiver.deliveries[1]?.headers['webhook-id']).toBe(event.id);
    expect(receiver.deliveries[1]?.body).toBe(first?.body);
  });

  test('a payment’s events go to the endpoints that want them', async () => {
    const { secret } = await create({ events: ['checkout.session.paid', 'refund.succeeded'] });
    await create({ url: `${receiver.url}/other`, events: ['dispute.opened'] });
    const { id } = await client.checkout.sessions.create({
      amount: 2599,
      currency: 'eur',
      success_url: 'https://shop.example/thanks',
    });
    const { charge } = await client.checkout.sessions.confirm(id, {
      payment_method: { type: 'psp_token', psp: 'stripe', token: 'pm_card_visa' },
    });
    await arrived(1);
    const refund = await client.charges.refund({ charge: charge ?? '' });
    await arrived(2);
    const events = await Promise.all(
      receiver.deliveries.map(({ body, headers }) => client.webhooks.verify(body, headers, secret)),
    );
    expect(events.map(({ type, data }) => [type, data.id])).toEqual([
      ['checkout.session.paid', id],
      ['refund.succeeded', refund.id],
    ]);
    expect(new Set(receiver.deliveries.map(({ path }) => path)).size).toBe(1);
  });

  test('two secrets sign during a rotation, and one after it', async () => {
    const { id, secret: before } = await create();
    const { secret: after } = await rotate(id);
    const event = await client.webhookEndpoints.test(id);
    await arrived(1);
    const [both] = receiver.deliveries;
    for (const secret of [before, after]) {
      expect(await client.webhooks.verify(both?.body ?? '', both?.headers ?? {}, secret)).toEqual(event);
      const headers = both?.headers as Record<string, string>;
      expect(new Webhook(secret).verify(both?.body ?? '', headers)).toEqual(event);
    }
    const { secret: last } = await rotate(id, { expires_in: 0 });
    await client.webhookEndpoints.test(id);
    await arrived(2);
    const one = receiver.deliveries[1];
    await expect(client.webhooks.verify(one?.body ?? '', one?.headers ?? {}, last)).resolves.toBeDefined();
    for (const secret of [before, after])
      await expect(client.webhooks.verify(one?.body ?? '', one?.headers ?? {}, secret)).rejects.toMatchObject(
        {
          code: 'signature_invalid',
        },
      );
  });

  test.each([503, 307])(
    '%d is a failure: tried again, under the same id and with a new signature',
    async (status) => {
      receiver.answer(status);
      const { id, secret } = await create();
      const event = await client.webhookEndpoints.test(id);
      await arrived(3);
      receiver.answer(204);
      const { deliveries } = await client.events.resend(event.id, { endpoint: id });
      expect(deliveries).toEqual([
        {
          endpoint: id,
          attempt: expect.any(Number),
          at: expect.any(Number),
          status: 'pending',
          http_status: status,
          next_at: expect.any(Number),
        },
      ]);
      await arrived(4);
      expect(new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id']))).toEqual(
        new Set([event.id]),
      );
      const at = (index: number) => Number(receiver.deliveries[index]?.headers['webhook-timestamp']) * 1000;
      for (const [index, { body, headers }] of receiver.deliveries.entries())
        expect(await verifyWebhook({ date: () => at(index) }, body, headers, secret)).toEqual(event);
    },
  );

  test('nothing is sent to a disabled endpoint, and a test of it says so', async () => {
    const { id } = await create();
    await client.webhookEndpoints.update(id, { status: 'disabled' });
    await expect(client.webhookEndpoints.test(id)).rejects.toMatchObject({
      code: 'webhook_endpoint_disabled',
    });
    expect(receiver.connections()).toBe(0);
  });
});

describe('when deployed', () => {
  let deployed: Service;
  beforeAll(async () => {
    deployed = await startService({ environment: { WEBHOOK_ADDRESSES: 'public', DELIVERY_SCHEDULE_S: '1' } });
  });
  afterAll(() => deployed?.stop());

  test('a private address is refused, and a name that resolves to one is never connected to', async () => {
    const there = createClient({ baseUrl: deployed.base_url, apiKey: deployed.api_key, maxRetries: 0 });
    for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', '2130706433'])
      await expect(there.webhookEndpoints.create({ url: `http://${host}/` })).rejects.toMatchObject({
        code: 'parameter_invalid',
        param: 'url',
      });
    const { id } = await there.webhookEndpoints.create({ url: 'http://localhost:8080/' });
    const event = await there.webhookEndpoints.test(id);
    await until(
      async () => deployed.output(),
      (output) => output.includes('"event":"webhook_given_up"'),
    );
    expect(deployed.output()).toContain('address_not_public');
    const { deliveries } = await there.events.resend(event.id);
    expect(deliveries).toMatchObject([{ endpoint: id, attempt: 2, http_status: null }]);
  });
});
