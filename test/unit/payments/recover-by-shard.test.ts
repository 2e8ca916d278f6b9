import { expect, test } from '@jest/globals';
import { checksAtOnce, timeoutsInARow } from '../../../lib/payments/recovery/account-lane.ts';
import { manyDue } from '../../../lib/payments/recovery/recover-by-shard.ts';
import { recoveryShards } from '../../../lib/runtime/payment-ports.ts';
import { dueWorld, hangs, paid } from './due-world.ts';

const shards = recoveryShards;

test.each([
  [0, 1],
  [manyDue, 1],
])('%d due charges take one function a minute', async (count, functions) => {
  const world = await dueWorld({ accounts: { one: paid() }, due: [['one', count]], shards });
  expect(await world.minute()).toBe(functions);
  expect(world.count('one', 'captured')).toBe(count);
  expect(world.logs.filter(({ event }) => event === 'recovery_run')).toHaveLength(1);
});

test('more take one for each shard, and one more for each that is not done in its half', async () => {
  const few = await dueWorld({ accounts: { one: paid() }, due: [['one', manyDue + 100]], shards });
  expect(await few.minute()).toBe(1 + shards);
  expect(few.count('one', 'captured')).toBe(manyDue + 100);
  const many = await dueWorld({ accounts: { one: paid() }, due: [['one', 2_400]], shards });
  expect(await many.minute()).toBe(1 + 2 * shards);
  expect(many.count('one', 'captured')).toBeGreaterThan(2_000);
});

test('an account that hangs takes no second function, and delays nobody', async () => {
  const world = await dueWorld({
    accounts: { hangs, answers: paid() },
    due: [
      ['hangs', 300],
      ['answers', 20],
    ],
    shards,
  });
  expect(await world.minute()).toBe(1 + shards);
  expect(world.count('answers', 'captured')).toBe(20);
  expect(world.asked('hangs').length).toBe(shards * timeoutsInARow);
});

test('if no function can be started, the run looks at what it has time for', async () => {
  const world = await dueWorld({ accounts: { one: paid() }, due: [['one', 2_000]], shards });
  expect(await world.minute(() => false)).toBe(1);
  expect(world.logs).toContainEqual({ event: 'recovery_not_started', error: 'Error' });
  expect(world.count('one', 'captured')).toBeGreaterThan(15 * checksAtOnce);
});
