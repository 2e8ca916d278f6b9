import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Delivery, Lane, WebhookEndpoint, WebhookStore } from '../../lib/types/webhook.ts';

const now = 1_763_630_000_000;
const endpoint = (id: string): WebhookEndpoint => ({
  id,
  url: 'https://hooks.example/',
  events: ['*'],
  status: 'enabled',
  livemode: false,
  created: now / 1000,
  generation: 1,
});
const delivery = (event: string, to: string, more: Partial<Delivery> = {}): Delivery => ({
  id: `${event}/${to}`,
  event,
  endpoint: to,
  rev: 1,
  status: 'pending',
  attempt: 0,
  attempts_before: 0,
  next_at: now,
  ttl: now / 1000 + 60,
  ...more,
});
const answer = { status: 200, body: '{"id":"we_1"}' };

/** What every `WebhookStore` does. `create` gives an empty one. */
export const describeWebhookStore = (create: () => Promise<WebhookStore>): void => {
  let store: WebhookStore;
  beforeEach(async () => {
    store = await create();
  });

  describe('endpoints', () => {
    test('are one record, replaced only at the revision that was seen', async () => {
      expect(await store.endpoints()).toEqual({ rev: 0, endpoints: [] });
      expect(await store.replaceEndpoints(0, [endpoint('we_1')])).toBe(true);
      expect(await store.replaceEndpoints(0, [endpoint('we_2')])).toBe(false);
      const both = [endpoint('we_1'), { ...endpoint('we_2'), description: 'second', failing_since: now }];
      expect(await store.replaceEndpoints(1, both)).toBe(true);
      expect(await store.endpoints()).toEqual({ rev: 2, endpoints: both });
    });

    test('an answer is remembered with the change, or neither happens', async () => {
      const remembered = { key: 'k', hash: 'h', answer };
      expect(await store.replaceEndpoints(0, [endpoint('we_1')], { remembered })).toBe(true);
      expect(await store.storedResponse('k')).toEqual(remembered);
      expect(await store.replaceEndpoints(1, [], { remembered: { ...remembered, hash: 'other' } })).toBe(
        false,
      );
      expect((await store.endpoints()).endpoints).toHaveLength(1);
      expect(await store.replaceEndpoints(0, [], { remembered: { key: 'k2', hash: 'h', answer } })).toBe(
        false,
      );
      expect(await store.storedResponse('k2')).toBeUndefined();
    });

    test('an answer alone is remembered once', async () => {
      expect(await store.storeResponse({ key: 'k', hash: 'h', answer })).toBe(true);
      expect(await store.storeResponse({ key: 'k', hash: 'other', answer })).toBe(false);
      expect(await store.storedResponse('k')).toEqual({ key: 'k', hash: 'h', answer });
    });
  });

  describe('deliveries', () => {
    test('are added once, and replaced only at the revision before', async () => {
      await store.addDeliveries([delivery('evt_1', 'we_1')]);
      await store.addDeliveries([delivery('evt_1', 'we_1', { attempt: 9 }), delivery('evt_2', 'we_1')]);
      expect(await store.delivery('evt_1/we_1')).toEqual(delivery('evt_1', 'we_1'));
      const { next_at: _, ...rest } = delivery('evt_1', 'we_1');
      const done = { ...rest, rev: 2, status: 'succeeded', attempt: 1, at: now, http_status: 204 } as const;
      expect(await store.replaceDelivery(done)).toBe(true);
      expect(await store.replaceDelivery(done)).toBe(false);
      expect(await store.delivery('evt_1/we_1')).toEqual(done);
      expect(await store.delivery('evt_3/we_1')).toBeUndefined();
    });

    const we_1 = { endpoint: 'we_1', lane: 0 };
    const due = async (lane: Lane, before: number, limit: number) =>
      (await store.due(lane, before, limit)).map(({ id }) => id);

    test('are due at their time, the earliest first, each for its own endpoint', async () => {
      await store.addDeliveries([
        delivery('evt_late', 'we_1', { next_at: now + 2 }),
        delivery('evt_early', 'we_1', { next_at: now - 5 }),
        delivery('evt_next', 'we_1', { next_at: now - 4 }),
        delivery('evt_other', 'we_2'),
      ]);
      expect(await store.due(we_1, now, 10)).toEqual([
        { id: 'evt_early/we_1', at: now - 5 },
        { id: 'evt_next/we_1', at: now - 4 },
      ]);
      expect(await due(we_1, now + 2, 1)).toEqual(['evt_early/we_1']);
      expect(await due({ endpoint: 'we_2', lane: 0 }, now, 10)).toEqual(['evt_other/we_2']);
      const { next_at: _, ...ended } = delivery('evt_early', 'we_1', { rev: 2, status: 'failed' });
      await store.replaceDelivery(ended);
      await store.replaceDelivery(delivery('evt_next', 'we_1', { rev: 2, next_at: now + 1 }));
      expect(await due(we_1, now, 10)).toEqual([]);
      expect(await due(we_1, now + 2, 10)).toEqual(['evt_next/we_1', 'evt_late/we_1']);
    });

    test('are due in their own lane only; one without a lane is in the first', async () => {
      const waiting = [1, 2].map((lane) => delivery(`evt_${lane}`, 'we_1', { lane }));
      await store.addDeliveries([...waiting, delivery('evt_0', 'we_1')]);
      for (const lane of [0, 1, 2])
        expect(await due({ endpoint: 'we_1', lane }, now, 10)).toEqual([`evt_${lane}/we_1`]);
      expect(await due({ endpoint: 'we_1', lane: 3 }, now, 10)).toEqual([]);
      await store.replaceDelivery(delivery('evt_2', 'we_1', { lane: 2, rev: 2, next_at: now - 1 }));
      expect(await store.due({ endpoint: 'we_1', lane: 2 }, now, 10)).toEqual([
        { id: 'evt_2/we_1', at: now - 1 },
      ]);
      expect(await store.delivery('evt_2/we_1')).toMatchObject({ lane: 2, next_at: now - 1 });
    });

    test('are unsent while they wait, the next first, and once they were given up, the last first', async () => {
      const failed = (event: string, at: number) => {
        const { next_at: _, ...rest } = delivery(event, 'we_1', { rev: 2, status: 'failed', attempt: 8, at });
        return rest;
      };
      const names = ['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5'];
      await store.addDeliveries(
        names.map((event, index) => delivery(event, 'we_1', { next_at: now - index })),
      );
      await store.addDeliveries([delivery('evt_1', 'we_2'), delivery('evt_9', 'we_1', { lane: 1 })]);
      for (const [index, event] of ['evt_1', 'evt_2', 'evt_3'].entries())
        await store.replaceDelivery(failed(event, now + index));
      expect(await store.unsent(we_1, { status: 'pending', limit: 10 })).toEqual([
        { id: 'evt_5/we_1', at: now - 4 },
        { id: 'evt_4/we_1', at: now - 3 },
      ]);
      const given_up = async (range: object) =>
        (await store.unsent(we_1, { status: 'failed', limit: 10, ...range })).map(({ id }) => id);
      expect(await given_up({})).toEqual(['evt_3/we_1', 'evt_2/we_1', 'evt_1/we_1']);
      expect(await given_up({ limit: 1 })).toEqual(['evt_3/we_1']);
      expect(await given_up({ from: now, to: now + 1 })).toEqual(['evt_2/we_1', 'evt_1/we_1']);
      expect(await given_up({ from: now + 3 })).toEqual([]);
      expect(await due(we_1, now + 9, 10)).toEqual(['evt_5/we_1', 'evt_4/we_1']);
      expect(await store.delivery('evt_1/we_1')).toEqual(failed('evt_1', now));
      await store.replaceDelivery({ ...failed('evt_1', now), rev: 3, status: 'pending', next_at: now });
      const { next_at: _, ...rest } = delivery('evt_2', 'we_1', { rev: 3, status: 'succeeded', at: now });
      await store.replaceDelivery(rest);
      expect(await given_up({})).toEqual(['evt_3/we_1']);
    });

    test('are read with their events, those of one event too', async () => {
      await store.addDeliveries([delivery('evt_1', 'we_1'), delivery('evt_1', 'we_2', { lane: 1 })]);
      const asked = ['evt_1/we_1', 'evt_1/we_2', 'evt_2/we_1'].map((id) => ({ id, event: id.slice(0, 5) }));
      expect(await store.outgoing(asked)).toEqual([
        { delivery: delivery('evt_1', 'we_1'), body: undefined },
        { delivery: delivery('evt_1', 'we_2', { lane: 1 }), body: undefined },
      ]);
      expect(await store.outgoing([])).toEqual([]);
    });
  });

  describe('the lease of a lane', () => {
    const lease = (worker: string, at = now) => ({ worker, now: at, until: at + 1_000 });
    const first = { endpoint: 'we_1', lane: 0 };

    test('one worker holds it; whoever comes meanwhile leaves word, which is handed over at the release', async () => {
      const held = await store.takeLease(first, lease('a'));
      expect(held).toBeDefined();
      expect(await store.takeLease(first, lease('b'))).toBeUndefined();
      expect(await store.takeLease({ endpoint: 'we_2', lane: 0 }, lease('b'))).toBeDefined();
      expect(await store.takeLease({ endpoint: 'we_1', lane: 1 }, lease('b'))).toBeDefined();
      const word = await store.releaseLease(first, 'a', held ?? { words: 0 });
      expect(word).not.toBe(true);
      expect(await store.takeLease(first, lease('c'))).toBeUndefined();
      const again = await store.releaseLease(first, 'a', word === true ? { words: 0 } : word);
      expect(await store.releaseLease(first, 'a', again === true ? { words: 0 } : again)).toBe(true);
      expect(await store.takeLease(first, lease('b'))).toBeDefined();
    });

    test('is taken again by the worker that has it, whose first answer was lost', async () => {
      await store.takeLease(first, lease('a'));
      const held = await store.takeLease(first, lease('a'));
      expect(held).toBeDefined();
      expect(await store.releaseLease(first, 'a', held ?? { words: 0 })).toBe(true);
    });

    test('ends by itself; who lost it releases and renews nothing', async () => {
      const held = await store.takeLease(first, lease('a'));
      expect(await store.takeLease(first, lease('b', now + 1_001))).toBeDefined();
      expect(await store.renewLease(first, lease('a', now + 1_001))).toBe(false);
      expect(await store.releaseLease(first, 'a', held ?? { words: 0 })).toBe(true);
      expect(await store.takeLease(first, lease('c', now + 1_500))).toBeUndefined();
    });

    test('is prolonged by its worker, and by nobody else', async () => {
      await store.takeLease(first, lease('a'));
      expect(await store.renewLease(first, lease('b', now + 500))).toBe(false);
      expect(await store.renewLease(first, lease('a', now + 900))).toBe(true);
      expect(await store.takeLease(first, lease('b', now + 1_500))).toBeUndefined();
      expect(await store.takeLease(first, lease('b', now + 1_901))).toBeDefined();
      expect(await store.renewLease({ endpoint: 'we_9', lane: 0 }, lease('a'))).toBe(false);
    });
  });
};
