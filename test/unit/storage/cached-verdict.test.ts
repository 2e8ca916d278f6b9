import { expect, test } from '@jest/globals';
import { createCachedVerdict } from '../../../lib/storage/cached-verdict.ts';
import type { HealthVerdict } from '../../../lib/types/health.ts';
import { rule } from '../routing/fixtures.ts';

const verdict: HealthVerdict = { version: 3, computed_at: 1, strata: [] };

/** A cache in a time of its own. `takes_ms`: how long a read takes; it fails if undefined. */
const setUp = (mode: 'observe' | 'steer', takes_ms: number | undefined = 0) => {
  const state = { now: 1_000_000, reads: 0, takes_ms: takes_ms as number | undefined };
  const sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  const steering = { ...rule({ stripe: 1 }), health: { mode, max_shift: 50, min_share: 0 } };
  const sleep = (ms: number) =>
    new Promise<void>((wake) => void sleepers.push({ until: state.now + ms, wake: () => wake() }));
  const pass = async (ms: number): Promise<void> => {
    state.now += ms;
    for (const { until, wake } of sleepers) if (until <= state.now) wake();
    await settled();
  };
  const cached = createCachedVerdict({
    read: async () => {
      state.reads++;
      if (state.takes_ms === undefined) throw new Error('down');
      if (state.takes_ms > 0) await sleep(state.takes_ms);
      return verdict;
    },
    rules: async () => ({ rules: { default: steering } }),
    clock: { now: () => state.now, sleep },
    tick_s: 5,
  });
  return { cached, state, pass };
};

/** Everything that waits for no clock has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('one read in twenty seconds, however many ask', async () => {
  const { cached, state } = setUp('steer');
  const ask = () => Promise.all(Array.from({ length: 20 }, () => cached.verdict()));
  expect(new Set(await ask())).toEqual(new Set([verdict]));
  state.now += 19_999;
  await ask();
  expect(state.reads).toBe(1);
  state.now += 1;
  await ask();
  expect(state.reads).toBe(2);
});

test('a read that fails is not repeated either, and is not reported', async () => {
  const { cached, state } = setUp('steer');
  state.takes_ms = undefined;
  expect([await cached.verdict(), await cached.verdict()]).toEqual([undefined, undefined]);
  expect(state.reads).toBe(1);
});

test('a slow read is awaited for 50 ms; its answer serves those who come later', async () => {
  const { cached, pass } = setUp('steer', 150);
  const answers: unknown[] = [];
  void cached.verdict().then((answer) => answers.push(answer));
  await pass(49);
  expect(answers).toEqual([]);
  await pass(1);
  expect(answers).toEqual([undefined]);
  await pass(100);
  expect(await cached.verdict()).toEqual(verdict);
});

test.each([
  ['steer', 1],
  ['observe', 0],
] as const)('ahead: rules in %s, %d reads', async (mode, reads) => {
  const { cached, state } = setUp(mode);
  for (let calls = 0; calls < 5; calls++) cached.ahead('default');
  await settled();
  expect(state.reads).toBe(reads);
});

test('a clock set back does not keep a verdict', async () => {
  const { cached, state } = setUp('steer');
  await cached.verdict();
  state.now -= 300_000;
  await cached.verdict();
  expect(state.reads).toBe(2);
});
