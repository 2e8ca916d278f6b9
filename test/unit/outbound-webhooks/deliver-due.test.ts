import { describe, expect, test } from '@jest/globals';
import { laneLimit, lanes, lanesOf } from '../../../lib/outbound-webhooks/lanes.ts';
import { restartDelivery } from '../../../lib/outbound-webhooks/new-delivery.ts';
import { recordHealth } from '../../../lib/outbound-webhooks/record-health.ts';
import type { LogRecord } from '../../../lib/types/ports.ts';
import { createOutside, day, endpointNamed, hour, minute, start } from './outside-world.ts';

const up = () => ({ status: 200, after_ms: 30 });
const down = () => ({ status: 503, after_ms: 30 });
const silent = () => ({ after_ms: 60_000 });

const names = (count: number, prefix = 'evt') =>
  Array.from({ length: count }, (_, index) => `${prefix}_${String(index).padStart(4, '0')}`);

describe('deliveries', () => {
  test('an event goes to every endpoint that wants its type, once, at once', async () => {
    const outside = await createOutside([
      endpointNamed('we_all'),
      endpointNamed('we_paid', { events: ['charge.captured', 'checkout.session.paid'] }),
      endpointNamed('we_other', { events: ['charge.captured'] }),
      endpointNamed('we_off', { status: 'disabled' }),
    ]);
    await outside.happen('evt_1');
    await outside.happen('evt_1');
    await outside.pass(day);
    expect(outside.arrivals.map(({ endpoint }) => endpoint).toSorted()).toEqual(['we_all', 'we_paid']);
    expect(Math.max(...outside.arrivals.map(({ at }) => at)) - start).toBeLessThan(1_000);
    expect(
      [...outside.store.deliveries.values()].map(({ status, http_status, attempt }) => [
        status,
        http_status,
        attempt,
      ]),
    ).toEqual([
      ['succeeded', 200, 1],
      ['succeeded', 200, 1],
    ]);
  });

  test.each([[0], [1]])(
    'a try that fails is repeated on the schedule, with jitter %d, and given up after the eighth',
    async (jitter) => {
      const outside = await createOutside([endpointNamed('we_1')]);
      outside.jitter(jitter);
      outside.behave('we_1', down);
      await outside.happen('evt_1');
      await outside.pass(2 * day);
      const tries = outside.arrivals.map(({ at }) => at);
      const pauses = tries.slice(1).map((at, index) => (at - (tries[index] ?? 0)) / 1000);
      const schedule = [5, 300, 1800, 7200, 18_000, 36_000, 36_000].map(
        (pause) => pause * (1 + 0.1 * jitter),
      );
      expect(pauses).toHaveLength(7);
      for (const [index, pause] of pauses.entries()) {
        expect(pause).toBeGreaterThanOrEqual(schedule[index] ?? 0);
        // The timer looks once a minute; the first pause is waited for by the worker.
        expect(pause).toBeLessThan((schedule[index] ?? 0) + (index === 0 ? 2 : 62));
      }
      const [delivery] = outside.store.deliveries.values();
      expect(delivery).toMatchObject({ status: 'failed', attempt: 8, http_status: 503 });
      expect(delivery?.next_at).toBeUndefined();
      expect(outside.reports.filter(({ event }) => event === 'webhook_given_up')).toHaveLength(1);
    },
  );

  test.each([
    ['no answer', silent, undefined],
    ['a redirect', () => ({ status: 307, after_ms: 5 }), 307],
    ['404', () => ({ status: 404, after_ms: 5 }), 404],
  ])('%s is a failure, and reported as such', async (_, behaviour, http_status) => {
    const outside = await createOutside([endpointNamed('we_1')], { timer: false });
    outside.behave('we_1', behaviour);
    await outside.happen('evt_1');
    await outside.pass(16_000);
    const [delivery] = outside.store.deliveries.values();
    expect(delivery?.status).toBe('pending');
    expect(delivery?.http_status).toBe(http_status);
    expect(delivery?.attempt).toBeGreaterThan(0);
  });

  test('what is sent again by hand does not wait for its schedule, though its worker knows that', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    const [first = '', ...others] = names(400).filter((id) => lanesOf([id])[0] === 0);
    let fixed = false;
    // The worker never ends: one try or another is always under way.
    const slow = () => ({ status: 200, after_ms: 3_000 });
    outside.behave('we_1', (_, event) => (event === first && !fixed ? down() : slow()));
    await outside.happen(first);
    for (const other of others.slice(0, 20)) {
      await outside.pass(1_000);
      await outside.happen(other);
    }
    fixed = true;
    const at = outside.time.now();
    const before = outside.store.deliveries.get(`${first}/we_1`);
    if (before?.status !== 'pending') throw new Error('the delivery is over');
    await outside.store.replaceDelivery(restartDelivery(before, at));
    await outside.enqueuing.wake({ endpoint: 'we_1', lane: 0 });
    for (const other of others.slice(20)) {
      await outside.pass(1_000);
      await outside.happen(other);
    }
    const sent = outside.arrivals.find(({ event, status }) => event === first && status === 200);
    expect((sent?.at ?? Number.POSITIVE_INFINITY) - at).toBeLessThan(5_000);
    expect(outside.arrivals.filter(({ event }) => event === first)).toHaveLength(3);
  });

  test("a day's outage drains in the order of due times, without a new id", async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.behave('we_1', (at) => (at < start + day ? down() : up()));
    const events = names(24 * 6);
    for (const event of events) {
      await outside.happen(event);
      await outside.pass(10 * minute);
    }
    // Just before it comes back: what is due then, and later.
    const planned = [...outside.store.deliveries.values()]
      .filter(({ status }) => status === 'pending')
      .sort((a, b) => (a.next_at ?? 0) - (b.next_at ?? 0));
    expect(planned.length).toBe(events.length);
    const before = outside.arrivals.length;
    await outside.pass(12 * hour);
    const after = outside.arrivals.slice(before);
    expect(after.every(({ status }) => status === 200)).toBe(true);
    // Each exactly once, and no later-due one before an earlier-due one by more than the ten that fly at once.
    expect(after.map(({ event }) => event).toSorted()).toEqual(events);
    const order = after.map(({ event }) => planned.findIndex((delivery) => delivery.event === event));
    for (const [place, index] of order.entries()) expect(Math.abs(place - index)).toBeLessThan(10);
    expect(outside.store.deliveries.size).toBe(events.length);
    expect([...outside.store.deliveries.values()].every(({ status }) => status === 'succeeded')).toBe(true);
  });

  test('a dead endpoint delays no other', async () => {
    const outside = await createOutside([endpointNamed('we_dead'), endpointNamed('we_live')]);
    outside.behave('we_dead', silent);
    for (let second = 0; second < 120; second += 1) {
      await outside.happen(`evt_${second}`);
      await outside.pass(1_000);
    }
    await outside.pass(minute);
    const live = outside.arrivals.filter(({ endpoint }) => endpoint === 'we_live');
    expect(live).toHaveLength(120);
    for (const { event, at } of live) {
      const happened = start + Number(event.slice(4)) * 1000;
      expect(at - happened).toBeLessThan(1_500);
    }
    expect(outside.arrivals.some(({ endpoint }) => endpoint === 'we_dead')).toBe(true);
  });

  test('at most ten requests are under way from a lane, and eighty to an endpoint, however many events come', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.behave('we_1', () => ({ status: 200, after_ms: 700 }));
    await outside.happen(...names(25, 'evt_small'));
    await outside.pass(minute);
    expect(outside.most.get('we_1')).toBe(laneLimit);
    for (let round = 0; round < 20; round += 1) {
      await outside.happen(...names(100, `evt_${round}`));
      await outside.pass(100);
    }
    await outside.pass(hour);
    expect(outside.most.get('we_1')).toBe(lanes * laneLimit);
    expect(outside.arrivals).toHaveLength(2_025);
    expect(new Set(outside.arrivals.map(({ event }) => event)).size).toBe(2_025);
  });

  test('workers that were never woken are repaired by the timer within a minute', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.loseWakes(true);
    await outside.happen(...names(3));
    await outside.pass(30_000);
    expect(outside.arrivals).toEqual([]);
    outside.loseWakes(false);
    await outside.pass(31_000);
    expect(outside.arrivals).toHaveLength(3);
  });

  test('a worker that died with the lease is replaced once its time is over', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    const lane = lanesOf(['evt_1'])[0] ?? 0;
    const dead = { worker: 'dead', now: start, until: start + minute };
    await outside.store.takeLease({ endpoint: 'we_1', lane }, dead);
    await outside.happen('evt_1');
    await outside.pass(minute - 1_000);
    expect(outside.arrivals).toEqual([]);
    await outside.pass(2 * minute);
    expect(outside.arrivals).toHaveLength(1);
  });

  test('an event that comes while a worker works is not left for the timer', async () => {
    const outside = await createOutside([endpointNamed('we_1')], { timer: false });
    outside.behave('we_1', () => ({ status: 200, after_ms: 900 }));
    await outside.happen('evt_1');
    await outside.pass(400);
    await outside.happen('evt_2');
    await outside.pass(5_000);
    expect(outside.arrivals.map(({ event }) => event)).toEqual(['evt_1', 'evt_2']);
  });

  test('a worker whose time is up hands over', async () => {
    const outside = await createOutside([endpointNamed('we_1')], { timer: false });
    outside.behave('we_1', () => ({ status: 200, after_ms: 10_000 }));
    await outside.happen(...names(100));
    await outside.pass(5 * minute);
    expect(outside.arrivals).toHaveLength(100);
    expect(outside.wakes()).toBeGreaterThan(1);
  });

  test('a disabled or deleted endpoint gets nothing more', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.behave('we_1', down);
    await outside.happen('evt_1');
    await outside.pass(1_000);
    const tries = outside.arrivals.length;
    await outside.store.replaceEndpoints((await outside.store.endpoints()).rev, []);
    await outside.pass(2 * day);
    expect(outside.arrivals).toHaveLength(tries);
  });

  test('an event that is no longer kept ends its delivery', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    await outside.store.addDeliveries([
      {
        id: 'evt_gone/we_1',
        event: 'evt_gone',
        endpoint: 'we_1',
        rev: 1,
        status: 'pending',
        attempt: 0,
        attempts_before: 0,
        next_at: start,
        ttl: 1,
      },
    ]);
    expect(await outside.workerOf('we_1')).toEqual({ succeeded: 0, failed: 0 });
    expect(outside.store.deliveries.get('evt_gone/we_1')?.status).toBe('failed');
  });
});

describe('an endpoint that fails', () => {
  const hourly = async (
    outside: Awaited<ReturnType<typeof createOutside>>,
    hours: number,
    prefix: string,
  ) => {
    for (let passed = 0; passed < hours; passed += 1) {
      await outside.happen(`${prefix}_${passed}`);
      await outside.pass(hour);
    }
  };
  const endpoint = async (outside: Awaited<ReturnType<typeof createOutside>>) =>
    (await outside.store.endpoints()).endpoints[0];

  test('and had nothing to receive for days is not disabled by the next first try', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.behave('we_1', (at) => (at < start + 6 * day + minute ? down() : up()));
    await outside.happen('evt_1');
    await outside.pass(6 * day);
    await outside.happen('evt_2');
    await outside.pass(hour);
    expect((await endpoint(outside))?.status).toBe('enabled');
    expect(outside.store.deliveries.get('evt_2/we_1')?.status).toBe('succeeded');
  });

  test('for five days is disabled, with an alarm, and not before', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.behave('we_1', down);
    await hourly(outside, 119, 'evt');
    expect((await endpoint(outside))?.status).toBe('enabled');
    await hourly(outside, 3, 'late');
    expect(await endpoint(outside)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    expect(outside.reports.filter(({ event }) => event === 'webhook_endpoint_disabled')).toHaveLength(1);
    expect(outside.store.acts).toEqual([
      { target: 'we_1', actor: { type: 'system', id: 'deliver-events' }, request_id: null },
    ]);
    const tries = outside.arrivals.length;
    await hourly(outside, 24, 'more');
    expect(outside.arrivals).toHaveLength(tries);
  });

  test('is disabled with an alarm, even if the answer to that write is lost', async () => {
    const outside = await createOutside([endpointNamed('we_1', { failing_since: start - 5 * day })]);
    const [failing] = (await outside.store.endpoints()).endpoints;
    if (!failing) throw new Error('there is no endpoint');
    const reports: LogRecord[] = [];
    const store = {
      ...outside.store,
      replaceEndpoints: async (...given: Parameters<typeof outside.store.replaceEndpoints>) => {
        await outside.store.replaceEndpoints(...given);
        throw new Error('the answer is lost');
      },
    };
    const clock = { now: () => start, sleep: async () => undefined };
    const ports = { store, clock, log: (event: LogRecord) => void reports.push(event) };
    await expect(recordHealth(ports, failing, [{ ok: false, over: true }])).rejects.toThrow('lost');
    expect((await endpoint(outside))?.status).toBe('disabled');
    expect(reports).toEqual([{ event: 'webhook_endpoint_disabled', endpoint: 'we_1' }]);
  });

  test('is forgiven by one success', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.behave('we_1', (at) => (at > start + 3 * day && at < start + 3 * day + hour ? up() : down()));
    await hourly(outside, 7 * 24, 'evt');
    expect((await endpoint(outside))?.status).toBe('enabled');
    expect((await endpoint(outside))?.failing_since).toBeGreaterThan(start + 3 * day);
  });

  test('and whose address has changed is not disabled by a worker that still knows the former one', async () => {
    const outside = await createOutside([endpointNamed('we_1', { failing_since: start - 5 * day + 10_000 })]);
    outside.behave('we_1', (at) => (at < start + 2_000 ? { after_ms: 60_000 } : down()));
    await outside.happen(...Array.from({ length: 10 }, (_, index) => `evt_hangs_${index}`));
    await outside.pass(3_000);
    const { rev, endpoints } = await outside.store.endpoints();
    const moved = endpoints.map(({ failing_since: _, ...one }) => ({
      ...one,
      url: 'https://elsewhere.example/',
    }));
    await outside.store.replaceEndpoints(rev, moved);
    await outside.happen('evt_elsewhere');
    await outside.pass(hour);
    expect((await endpoint(outside))?.status).toBe('enabled');
  });
});

describe("a bus of the environment's own", () => {
  test('gets every event, is tried again as endpoints are, and is not among them', async () => {
    const outside = await createOutside([endpointNamed('we_1', { events: ['dispute.opened'] })], {
      bus: endpointNamed('event_bus'),
    });
    outside.behave('event_bus', (at) => (at < start + 6 * day ? down() : up()));
    for (let passed = 0; passed < 7 * 24; passed += 1) {
      await outside.happen(`evt_${passed}`);
      await outside.pass(hour);
    }
    expect(outside.arrivals.every(({ endpoint }) => endpoint === 'event_bus')).toBe(true);
    expect(outside.arrivals.at(-1)).toMatchObject({ event: `evt_${7 * 24 - 1}`, status: 200 });
    const { rev, endpoints } = await outside.store.endpoints();
    expect([rev, endpoints.map(({ id, status }) => [id, status])]).toEqual([1, [['we_1', 'enabled']]]);
  });
});
