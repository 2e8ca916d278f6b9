import { describe, expect, test } from '@jest/globals';
import { isDown, laneLimit, lanes, lanesOf } from '../../../lib/outbound-webhooks/lanes.ts';
import { createOutside, day, endpointNamed, hour, minute, start } from './outside-world.ts';

const names = (count: number, prefix = 'evt') =>
  Array.from({ length: count }, (_, index) => `${prefix}_${String(index).padStart(5, '0')}`);
const numberOf = (event: string) => Number(event.slice(-5));
const up = () => ({ status: 200, after_ms: 100 });
const silent = () => ({ after_ms: 60_000 });
type Outside = Awaited<ReturnType<typeof createOutside>>;

const successes = (outside: Outside, endpoint = 'we_1') =>
  outside.arrivals.filter((arrival) => arrival.endpoint === endpoint && arrival.status === 200);
const pending = (outside: Outside) =>
  [...outside.store.deliveries.values()].filter(({ status }) => status === 'pending');
const endpointOf = async (outside: Outside) => (await outside.store.endpoints()).endpoints[0];

/** Batches as the streams bring them. */
const bring = async (outside: Outside, events: readonly string[], size = 100) => {
  for (let from = 0; from < events.length; from += size)
    await outside.happen(...events.slice(from, from + size));
};

/** Deliveries per second until all but the last hundredth have succeeded. */
const rate = (outside: Outside, events: number) => {
  const times = successes(outside)
    .map(({ at }) => at - start)
    .sort((a, b) => a - b);
  const most = Math.floor(events * 0.99);
  return most / ((times[most - 1] ?? Number.POSITIVE_INFINITY) / 1000);
};

describe('a busy endpoint', () => {
  test.each([
    ['none hangs', 0, 700],
    ['one in a hundred hangs', 100, 200],
    ['one in fifty hangs', 50, 120],
  ])('gets hundreds of events a second at 100 ms: %s', async (_, every, least) => {
    const outside = await createOutside([endpointNamed('we_1')]);
    const hangs = (event: string) => every > 0 && numberOf(event) % every === every - 1;
    outside.behave('we_1', (_, event) => (hangs(event) ? silent() : up()));
    const events = names(10_000);
    await bring(outside, events);
    await outside.pass(10 * minute);
    const well = events.filter((event) => !hangs(event));
    expect(rate(outside, well.length)).toBeGreaterThanOrEqual(least);
    expect(new Set(successes(outside).map(({ event }) => event))).toEqual(new Set(well));
    expect(successes(outside)).toHaveLength(well.length);
    expect(outside.most.get('we_1')).toBeLessThanOrEqual(lanes * laneLimit);
  });

  test('an event is not held up by those that hang before it, as long as a place is free', async () => {
    const outside = await createOutside([endpointNamed('we_1')], { timer: false });
    const hanging = names(laneLimit - 1, 'evt_hangs');
    outside.behave('we_1', (_, event) => (hanging.includes(event) ? silent() : up()));
    await outside.happen(...hanging);
    await outside.pass(3_000);
    // Into the same lane, while nine of its ten places are taken.
    const [lane] = lanesOf(hanging);
    const after = names(40).filter((event) => lanesOf([event])[0] === lane);
    for (const event of after) await outside.happen(event);
    await outside.pass(2_000);
    expect(successes(outside).map(({ event }) => event)).toEqual(after);
  });

  test('a worker works on for longer than a lease, and hands over when its time is up, each event once', async () => {
    const outside = await createOutside([endpointNamed('we_1')], { timer: false });
    outside.behave('we_1', () => ({ status: 200, after_ms: 9_000 }));
    const events = names(4_000);
    // All in one lane.
    for (const event of events.filter((event) => lanesOf([event])[0] === 3)) await outside.happen(event);
    const brought = outside.store.deliveries.size;
    const wakes = outside.wakes();
    await outside.pass(minute);
    expect(outside.wakes()).toBe(wakes);
    expect(outside.arrivals.length).toBeGreaterThan(50);
    await outside.pass(20 * minute);
    expect(new Set(outside.woken)).toEqual(new Set(['we_1#3']));
    expect(outside.arrivals).toHaveLength(brought);
    expect(outside.most.get('we_1')).toBe(laneLimit);
    expect(pending(outside)).toEqual([]);
  });

  test.each([100, 2_000, 9_000, 31_000, 290_000])(
    'workers that die after %d ms are replaced, and every event arrives',
    async (after_ms) => {
      const outside = await createOutside([endpointNamed('we_1')]);
      outside.behave('we_1', (_, event) =>
        numberOf(event) % 100 === 7 ? silent() : { ...up(), after_ms: 3_000 },
      );
      const events = names(3_000);
      await bring(outside, events);
      await outside.pass(after_ms);
      const before = new Set(successes(outside).map(({ event }) => event));
      outside.kill();
      await outside.pass(2 * minute);
      expect(new Set(successes(outside).map(({ event }) => event)).size).toBeGreaterThan(
        Math.min(before.size, 2_900),
      );
      await outside.pass(hour);
      expect(new Set(successes(outside).map(({ event }) => event)).size).toBe(2_970);
      // Only what was under way when they died came twice.
      expect(successes(outside).length - 2_970).toBeLessThanOrEqual(lanes * laneLimit);
    },
  );

  test('a worker that cannot read what is due leaves its lane to the next at once', async () => {
    const outside = await createOutside([endpointNamed('we_1')], { timer: false });
    outside.loseWakes(true);
    const { due } = outside.store;
    Object.assign(outside.store, { due: () => Promise.reject(new Error('no answer')) });
    await outside.happen('evt_1');
    const [lane] = lanesOf(['evt_1']);
    await expect(outside.workerOf('we_1', lane)).rejects.toThrow('no answer');
    Object.assign(outside.store, { due });
    void outside.workerOf('we_1', lane);
    await outside.pass(1_000);
    expect(successes(outside).map(({ event }) => event)).toEqual(['evt_1']);
  });

  test('gets nothing more a second after it is disabled, and goes on when it is enabled', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.behave('we_1', up);
    await bring(outside, names(5_000));
    await outside.pass(2_000);
    const { rev, endpoints } = await outside.store.endpoints();
    const set = (status: 'enabled' | 'disabled', at: number) =>
      outside.store.replaceEndpoints(
        at,
        endpoints.map((endpoint) => ({ ...endpoint, status })),
      );
    await set('disabled', rev);
    const disabled = start + 2_000;
    await outside.pass(10 * minute);
    expect(outside.arrivals.length).toBeLessThan(5_000);
    expect(Math.max(...outside.arrivals.map(({ at }) => at))).toBeLessThanOrEqual(disabled + 1_000);
    await set('enabled', rev + 1);
    await outside.pass(5 * minute);
    expect(new Set(successes(outside).map(({ event }) => event)).size).toBe(5_000);
  });

  test('is sent to at its new address from a second after it changed', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.behave('we_1', up);
    await bring(outside, names(5_000));
    await outside.pass(2_000);
    const { rev, endpoints } = await outside.store.endpoints();
    await outside.store.replaceEndpoints(
      rev,
      endpoints.map((endpoint) => ({ ...endpoint, url: 'https://elsewhere.example/' })),
    );
    await outside.pass(minute);
    const late = outside.arrivals.filter(({ at }) => at > start + 3_000);
    expect(late.length).toBeGreaterThan(1_000);
    expect(new Set(late.map(({ url }) => url))).toEqual(new Set(['https://elsewhere.example/']));
  });

  test('one failure in a hundred does not write the endpoint at every try', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    const first = new Set<string>();
    outside.behave('we_1', (_, event) => {
      const fails = numberOf(event) % 100 === 50 && !first.has(event);
      first.add(event);
      return { status: fails ? 500 : 200, after_ms: 100 };
    });
    const { rev } = await outside.store.endpoints();
    await bring(outside, names(10_000));
    await outside.pass(10 * minute);
    expect(successes(outside)).toHaveLength(10_000);
    expect((await outside.store.endpoints()).rev - rev).toBeLessThan(20);
    expect((await endpointOf(outside))?.failing_since).toBeUndefined();
  });
});

describe('an endpoint that is down', () => {
  test('has one worker and ten requests at once, and its retries keep their schedule', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.behave('we_1', (at) => (at < start + 4 * hour ? silent() : up()));
    await bring(outside, names(200));
    await outside.pass(2 * minute);
    outside.most.clear();
    const from = outside.arrivals.length;
    await outside.pass(3 * hour);
    expect(outside.arrivals.length).toBeGreaterThan(from);
    expect(outside.most.get('we_1')).toBe(laneLimit);
    expect(isDown((await endpointOf(outside)) ?? {}, outside.time.now())).toBe(true);
    await outside.pass(2 * day);
    expect(new Set(successes(outside).map(({ event }) => event)).size).toBe(200);
    expect(successes(outside)).toHaveLength(200);
  });

  test('catches up in all lanes once it answers again', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.behave('we_1', (at) => (at < start + 2 * hour ? silent() : up()));
    const events = names(10_000);
    for (let from = 0; from < events.length; from += 100) {
      await outside.happen(...events.slice(from, from + 100));
      await outside.pass(minute);
    }
    outside.most.clear();
    await outside.pass(start + 2 * hour - outside.time.now() + 2 * minute);
    expect(outside.most.get('we_1')).toBeGreaterThan(laneLimit);
    expect(outside.most.get('we_1')).toBeLessThanOrEqual(lanes * laneLimit);
    await outside.pass(day);
    expect(new Set(successes(outside).map(({ event }) => event)).size).toBe(10_000);
    expect(successes(outside)).toHaveLength(10_000);
  });

  test.each(['hangs', 'refuses'])('and %s delays no other, at two hundred events a second', async (how) => {
    const outside = await createOutside([endpointNamed('we_dead'), endpointNamed('we_live')]);
    outside.behave('we_dead', how === 'hangs' ? silent : () => ({ status: 503, after_ms: 5 }));
    outside.behave('we_live', up);
    const events = names(4_000);
    for (let from = 0; from < events.length; from += 100) {
      await outside.happen(...events.slice(from, from + 100));
      await outside.pass(500);
    }
    await outside.pass(minute);
    const late = successes(outside, 'we_live').map(
      ({ event, at }) => at - start - Math.floor(numberOf(event) / 100) * 500,
    );
    expect(late).toHaveLength(4_000);
    expect(Math.max(...late)).toBeLessThan(2_500);
  });

  test('is forgiven by the success of any lane, although others still fail', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.behave('we_1', (_, event) => (numberOf(event) % 2 === 0 ? up() : { status: 500, after_ms: 100 }));
    for (let passed = 0; passed < 7 * 24; passed += 1) {
      await outside.happen(...names(2, `evt_${passed}`));
      await outside.pass(hour);
    }
    expect((await endpointOf(outside))?.status).toBe('enabled');
  });
});

describe('lanes', () => {
  test('a small batch has one, a large one several, and many batches share them evenly', async () => {
    expect(new Set(lanesOf(names(25))).size).toBe(1);
    expect(new Set(lanesOf(names(100))).size).toBe(4);
    expect(new Set(lanesOf(names(1_000))).size).toBe(lanes);
    expect(lanesOf([])).toEqual([]);
    const counts = new Map<number, number>();
    for (let batch = 0; batch < 8_000; batch += 1) {
      const [lane = -1] = lanesOf([`evt_${(batch * 2_654_435_761 + 12_345).toString(32)}`]);
      counts.set(lane, (counts.get(lane) ?? 0) + 1);
    }
    expect(counts.size).toBe(lanes);
    for (const [lane, count] of counts) {
      expect(lane).toBeGreaterThanOrEqual(0);
      expect(lane).toBeLessThan(lanes);
      expect(count).toBeLessThan(1_300);
    }
  });

  test('an event alone wakes one worker, once', async () => {
    const outside = await createOutside([endpointNamed('we_1')], { timer: false });
    await outside.happen('evt_1');
    await outside.pass(minute);
    expect(outside.woken).toEqual([`we_1#${lanesOf(['evt_1'])[0]}`]);
  });

  test('a delivery from before there were lanes is sent', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.loseWakes(true);
    await outside.happen('evt_1');
    for (const { lane: _, ...older } of [...outside.store.deliveries.values()])
      await outside.store.replaceDelivery({ ...older, rev: older.rev + 1 });
    outside.loseWakes(false);
    await outside.pass(2 * minute);
    expect(successes(outside)).toHaveLength(1);
  });
});

describe('how late the oldest due delivery is', () => {
  const delaysOf = (outside: Outside) =>
    outside.reports
      .filter(({ event }) => event === 'deliveries_late')
      .map(({ oldest_ms }) => Number(oldest_ms));

  test('is reported each minute while no worker starts, and no longer than that', async () => {
    const outside = await createOutside([
      endpointNamed('we_1'),
      endpointNamed('we_2', { events: ['dispute.opened'] }),
    ]);
    outside.loseWakes(true);
    await outside.happen(...names(3));
    await outside.pass(30 * minute);
    expect(delaysOf(outside)).toHaveLength(30);
    expect(Math.max(...delaysOf(outside))).toBe(30 * minute);
    outside.loseWakes(false);
    await outside.pass(2 * minute);
    const before = delaysOf(outside).length;
    await outside.pass(hour);
    expect(delaysOf(outside)).toHaveLength(before);
  });

  test('is reported while an endpoint answers too slowly for what comes', async () => {
    const outside = await createOutside([endpointNamed('we_1')]);
    outside.behave('we_1', () => ({ status: 200, after_ms: 10_000 }));
    await bring(outside, names(10_000));
    await outside.pass(15 * minute);
    expect(Math.max(...delaysOf(outside))).toBeGreaterThan(10 * minute);
  });

  test('is not reported of an endpoint that is down or disabled, nor while all keeps up', async () => {
    const outside = await createOutside([
      endpointNamed('we_dead'),
      endpointNamed('we_live'),
      endpointNamed('we_off'),
    ]);
    outside.behave('we_dead', silent);
    await bring(outside, names(500));
    const { rev, endpoints } = await outside.store.endpoints();
    await outside.store.replaceEndpoints(
      rev,
      endpoints.map((endpoint) =>
        endpoint.id === 'we_off' ? { ...endpoint, status: 'disabled' } : endpoint,
      ),
    );
    await outside.pass(hour);
    expect(delaysOf(outside).filter((ms) => ms > 2 * minute)).toEqual([]);
  });
});
