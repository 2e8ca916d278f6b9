import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createClient } from '../../../clients/server/src/index.ts';
import { openReceiver } from '../psp-simulators/webhook-receiver.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

let client: ReturnType<typeof createClient>;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

const service = withService({ environment: { DELIVERY_SCHEDULE_S: '1' } });
beforeAll(async () => {
  client = createClient({ baseUrl: service.base_url, apiKey: service.api_key, maxRetries: 0 });
});

beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  for (const { id } of (await client.webhookEndpoints.list()).data) await client.webhookEndpoints.delete(id);
  await receiver.close();
});

const endpoint = async (path: string): Promise<string> =>
  (await client.webhookEndpoints.create({ url: receiver.url + path })).id;

const listed = async (status: 'pending' | 'failed', of?: string) =>
  (await client.deliveries.list({ status, limit: 100, ...(of !== undefined && { endpoint: of }) })).data;

const forever = { from: 0, to: 9_999_999_999 };

test('what is given up is listed, sent again in one call, and leaves the list once it arrives', async () => {
  receiver.answer(503);
  const [one, other] = [await endpoint('/one'), await endpoint('/other')];
  const events: string[] = [];
  for (let sent = 0; sent < 3; sent += 1) events.push((await client.webhookEndpoints.test(one)).id);
  await client.webhookEndpoints.test(other);
  const failed = await until(
    () => listed('failed', one),
    ({ length }) => length === 3,
  );
  expect(failed.map(({ event }) => event).toSorted()).toEqual(events.toSorted());
  for (const row of failed)
    expect(row).toEqual({
      endpoint: one,
      event: expect.any(String),
      status: 'failed',
      attempts: 2,
      http_status: 503,
      at: expect.any(Number),
      next_at: null,
    });
  await until(
    () => listed('failed'),
    ({ length }) => length === 4,
  );
  const first = await client.deliveries.list({ status: 'failed', limit: 3 });
  const rest = await client.deliveries.list({
    status: 'failed',
    limit: 3,
    starting_after: first.next_cursor ?? '',
  });
  expect([first.has_more, rest.has_more, rest.data.length]).toEqual([true, false, 1]);

  receiver.answer(200);
  const before = receiver.deliveries.length;
  const options = { idempotencyKey: 'all-again' };
  const again = await client.webhookEndpoints.resend(one, forever, options);
  expect(again).toMatchObject({ object: 'resend', endpoint: one, resent: 3, has_more: false });
  expect(await client.webhookEndpoints.resend(one, forever, options)).toEqual(again);
  await until(
    async () => receiver.deliveries.length,
    (count) => count >= before + 3,
  );
  expect(
    await until(
      () => listed('failed', one),
      ({ length }) => length === 0,
    ),
  ).toEqual([]);
  expect(
    receiver.deliveries
      .slice(before)
      .map(({ headers }) => headers['webhook-id'])
      .toSorted(),
  ).toEqual(events.toSorted());
  expect(receiver.deliveries.slice(before).map(({ path }) => path)).toEqual(Array(3).fill('/one'));
  expect(await client.webhookEndpoints.resend(one, forever)).toMatchObject({ resent: 0 });
  expect(await listed('failed', other)).toHaveLength(1);
});

test('what waits is listed until it arrives', async () => {
  receiver.answer(503);
  const id = await endpoint('/waits');
  const { id: event } = await client.webhookEndpoints.test(id);
  const tried = await until(
    () => listed('pending', id),
    (rows) => (rows[0]?.attempts ?? 0) > 0,
  );
  expect(tried).toEqual([
    {
      endpoint: id,
      event,
      status: 'pending',
      attempts: 1,
      http_status: 503,
      at: expect.any(Number),
      next_at: expect.any(Number),
    },
  ]);
  receiver.answer(200);
  expect(
    await until(
      () => listed('pending', id),
      ({ length }) => length === 0,
    ),
  ).toEqual([]);
});

test('refusals name what is wrong', async () => {
  const id = await endpoint('/refused');
  const unknown = `we_${'0'.repeat(26)}`;
  const refused = async (call: PromiseLike<unknown>) => {
    try {
      await call;
      return undefined;
    } catch (error) {
      const { code, param } = error as { readonly code: string; readonly param: string };
      return [code, param];
    }
  };
  expect(await refused(client.deliveries.list({} as never))).toEqual(['parameter_missing', 'status']);
  expect(await refused(client.deliveries.list({ status: 'succeeded' as never }))).toEqual([
    'parameter_invalid',
    'status',
  ]);
  expect(await refused(client.deliveries.list({ status: 'failed', endpoint: unknown }))).toEqual([
    'resource_missing',
    'endpoint',
  ]);
  expect(await refused(client.webhookEndpoints.resend(unknown, forever))).toEqual(['resource_missing', 'id']);
  expect(await refused(client.webhookEndpoints.resend(id, { from: 2, to: 1 }))).toEqual([
    'parameter_invalid',
    'to',
  ]);
  await client.webhookEndpoints.update(id, { status: 'disabled' });
  expect((await refused(client.webhookEndpoints.resend(id, forever)))?.[0]).toBe('webhook_endpoint_disabled');
});
