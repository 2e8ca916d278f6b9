import { expect, test } from '@jest/globals';
import { resendFailed } from '../../../lib/outbound-webhooks/resend-failed.ts';
import type { EndpointPorts } from '../../../lib/outbound-webhooks/webhook-ports.ts';
import { createOutside, day, endpointNamed, hour, start } from './outside-world.ts';

type Outside = Awaited<ReturnType<typeof createOutside>>;

const down = () => ({ status: 503, after_ms: 10 });
const up = () => ({ status: 200, after_ms: 10 });

const resend = async (outside: Outside, range: { readonly from: number; readonly to: number }) => {
  const ports = {
    ...outside.enqueuing,
    rows: { putRows: async () => {} },
    newId: () => 'id',
    livemode: false,
    by: { actor: { type: 'api_key', id: 'key_1' }, request_id: 'req_1' },
    render: (shown: object) => ({ status: 200, body: JSON.stringify(shown) }),
  } as EndpointPorts;
  const result = await resendFailed(ports, 'we_1', range, undefined);
  return JSON.parse('replay' in result ? result.replay.body : '{}').resent;
};

test('what was given up at this endpoint in this time is sent again, with its schedule from the beginning', async () => {
  const outside = await createOutside([endpointNamed('we_1'), endpointNamed('we_2')]);
  outside.behave('we_1', down);
  outside.behave('we_2', down);
  await outside.happen('evt_1', 'evt_2');
  await outside.pass(hour);
  await outside.happen('evt_3');
  await outside.pass(2 * day);
  const { store } = outside;
  expect([...store.deliveries.values()].map(({ status }) => status)).toEqual(Array(6).fill('failed'));
  const last = Math.floor((store.deliveries.get('evt_3/we_1')?.at ?? 0) / 1000);
  outside.behave('we_1', up);
  expect(await resend(outside, { from: start / 1000, to: last - 60 })).toMatchObject({
    resent: 2,
    has_more: false,
  });
  expect(store.deliveries.get('evt_1/we_1')).toMatchObject({ status: 'pending', attempts_before: 8 });
  await outside.pass(hour);
  const statuses = ['evt_1/we_1', 'evt_2/we_1', 'evt_3/we_1', 'evt_1/we_2'].map(
    (id) => store.deliveries.get(id)?.status,
  );
  expect(statuses).toEqual(['succeeded', 'succeeded', 'failed', 'failed']);
  expect(await resend(outside, { from: last, to: last })).toMatchObject({ resent: 1 });
});

test('a call sends at most a thousand, the last first, and the next call goes on', async () => {
  const outside = await createOutside([endpointNamed('we_1')]);
  const ids = Array.from({ length: 1_203 }, (_, index) => `evt_${index}`);
  await outside.store.addDeliveries(
    ids.map((event, index) => ({
      id: `${event}/we_1`,
      event,
      endpoint: 'we_1',
      lane: index % 8,
      rev: 1,
      status: 'failed',
      attempt: 8,
      attempts_before: 0,
      at: start + index,
      ttl: 0,
    })),
  );
  for (const id of ids) outside.store.addEvent(id, '{}');
  const all = { from: 0, to: 9_999_999_999 };
  expect(await resend(outside, all)).toMatchObject({ resent: 1_000, has_more: true });
  expect(outside.store.deliveries.get('evt_202/we_1')?.status).toBe('failed');
  expect(outside.store.deliveries.get('evt_203/we_1')?.status).toBe('pending');
  expect(await resend(outside, all)).toMatchObject({ resent: 203, has_more: false });
  await outside.pass(hour);
  expect(outside.arrivals).toHaveLength(1_203);
});

test('a delivery whose write was repeated after a lost response counts, and its worker starts', async () => {
  const outside = await createOutside([endpointNamed('we_1')]);
  outside.behave('we_1', down);
  await outside.happen('evt_1');
  await outside.pass(2 * day);
  outside.behave('we_1', up);
  const { store } = outside;
  const { replaceDelivery } = store;
  Object.assign(store, {
    replaceDelivery: async (...given: Parameters<typeof replaceDelivery>) => {
      Object.assign(store, { replaceDelivery });
      await replaceDelivery(...given);
      return replaceDelivery(...given);
    },
  });
  expect(await resend(outside, { from: 0, to: 9_999_999_999 })).toMatchObject({ resent: 1 });
  await outside.pass(1_000);
  expect(store.deliveries.get('evt_1/we_1')?.status).toBe('succeeded');
});

test('a time that ends before it begins is refused in words', async () => {
  const outside = await createOutside([endpointNamed('we_1')]);
  await expect(resend(outside, { from: 2, to: 1 })).rejects.toMatchObject({
    code: 'parameter_invalid',
    message: 'to: expected a time that is not before from.',
  });
});

test('events that are no longer kept are tried once: repeating the call comes to an end', async () => {
  const outside = await createOutside([endpointNamed('we_1')]);
  await outside.store.addDeliveries(
    Array.from({ length: 1_203 }, (_, index) => ({
      id: `evt_${index}/we_1`,
      event: `evt_${index}`,
      endpoint: 'we_1',
      lane: index % 8,
      rev: 1,
      status: 'failed',
      attempt: 8,
      attempts_before: 0,
      at: start - 30 * day + index,
      ttl: 0,
    })),
  );
  const range = { from: start / 1000 - 31 * 86_400, to: start / 1000 - 1 };
  const answers = [];
  for (let calls = 0; calls < 3; calls += 1) {
    answers.push(await resend(outside, range));
    await outside.pass(hour);
  }
  expect(answers).toMatchObject([
    { resent: 1_000, has_more: true },
    { resent: 203, has_more: false },
    { resent: 0, has_more: false },
  ]);
});
