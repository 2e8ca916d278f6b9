import { expect, test } from '@jest/globals';
import { checksAtOnce, pace_ms } from '../../../lib/payments/recovery/account-lane.ts';
import { recoveryShards } from '../../../lib/runtime/payment-ports.ts';
import { type Answering, dueWorld, minute, paid, start } from './due-world.ts';

const absent: Answering = () => ({ answer: { outcome: 'absent' }, ms: 800 });

/** Five minutes of unknown outcomes, at 100 a second. */
const count = 30_000;

test.each([
  ['nothing was taken', absent, 'failed', 7],
  ['everything was paid', paid(), 'captured', 13],
] as const)('a backlog of 30,000 where %s', async (_, answering, status, expected) => {
  const world = await dueWorld({
    accounts: { one: answering },
    due: [['one', count]],
    shards: recoveryShards,
  });
  let minutes = 0;
  for (; world.count('one', status) < count && minutes < 30; minutes += 1) await world.minute();
  expect(minutes).toBe(expected);
  const calls = new Map<number, number>();
  for (const { at } of world.asked('one')) {
    const whole = Math.floor((at - start) / minute);
    calls.set(whole, (calls.get(whole) ?? 0) + 1);
  }
  const most = (minute / pace_ms) * checksAtOnce * recoveryShards;
  expect(Math.max(...calls.values())).toBeLessThanOrEqual(most);
});
