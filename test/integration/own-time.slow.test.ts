import { expect, test } from '@jest/globals';
import { measureOwnTime } from '../../bench/support/measure-own-time.ts';

test('the yardstick of own time makes the same calls and stores the same attributes', async () => {
  const { service, by_hand } = await measureOwnTime({ batch: 1, warm_up: 1, rounds: 1 });
  expect([service, by_hand]).toEqual([[expect.any(Object)], [expect.any(Object)]]);
});
