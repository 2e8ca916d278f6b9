import { expect, test } from '@jest/globals';
import { createHourCounters } from '../../../lib/storage/hour-counters.ts';
import { openStorage } from './open-storage.ts';

const { storage } = await openStorage();
const counters = createHourCounters(storage);

const hour_ms = 3_600_000;
const hour = 500_000 * hour_ms;
const count = (
  what: string,
  n: number,
  more: { readonly psp?: string; readonly hour?: number; readonly currency?: string } = {},
) => ({
  hour,
  psp: 'stripe',
  currency: 'eur',
  what,
  n,
  ...more,
});

test('hours add up over windows and shards, once each, and in the order of numbers', async () => {
  const shard = 'shardId-00000001763630000000-1b2c3d4e';
  const first = { first: '9', last: '10', counts: [count('x', 2), count('m.a', -5)] };
  await counters.add(shard, first);
  await counters.add(shard, first);
  await counters.add(shard, { first: '10', last: '12', counts: [count('x', 50)] });
  await counters.add(shard, {
    first: '11',
    last: '4421584500000000017450439091000000000000',
    counts: [count('x', 1), count('x', 7, { psp: 'adyen' }), count('x', 3, { currency: 'usd' })],
  });
  await counters.add(shard, { first: '99', last: '100', counts: [count('x', 50)] });
  await counters.add('another', { first: '1', last: '1', counts: [count('x', 4)] });
  await counters.add(shard, { first: '3', last: '4', counts: [count('x', 9, { hour: hour + hour_ms })] });
  await counters.add(shard, { first: '1', last: '1', counts: [] });

  const thisHour = [
    { hour, psp: 'adyen', currency: 'eur', counts: { x: 7 } },
    { hour, psp: 'stripe', currency: 'eur', counts: { x: 7, 'm.a': -5 } },
    { hour, psp: 'stripe', currency: 'usd', counts: { x: 3 } },
  ];
  expect(await counters.between(hour, hour + hour_ms - 1)).toEqual(thisHour);
  expect(await counters.between(hour, hour + hour_ms)).toEqual([
    ...thisHour,
    { hour: hour + hour_ms, psp: 'stripe', currency: 'eur', counts: { x: 9 } },
  ]);
  expect(await counters.between(hour - hour_ms, hour - 1)).toEqual([]);
});

test('a window with cards of every country is added whole, once', async () => {
  const at = hour + 100 * hour_ms;
  const counts = Array.from({ length: 600 }, (_, index) => count(`c.${index}.y`, index + 1, { hour: at }));
  for (let times = 0; times < 2; times++) await counters.add('one', { first: '1', last: '9', counts });
  const expected = Object.fromEntries(counts.map(({ what, n }) => [what, n]));
  expect(await counters.between(at, at)).toEqual([
    { hour: at, psp: 'stripe', currency: 'eur', counts: expected },
  ]);
});
