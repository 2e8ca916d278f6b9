import { expect, test } from '@jest/globals';
import { createCachedVerdict } from '../../../lib/storage/cached-verdict.ts';
import type { HealthVerdict } from '../../../lib/types/health.ts';
import { rule } from '../routing/fixtures.ts';

const verdict: HealthVerdict = { version: 3, computed_at: 1, strata: [] };

/** A cache in a time of its own. `takes_ms`: how long a read takes; it fails if undefined. */
const setUp = (mode: 'observe' | 'steer', takes_ms: number | undefined = 0) => {
  const state = { now: 1_000_000, reads: 0, takes_ms: takes_ms as number | undefined };
  const steering = { ...rule({ stripe: 1 }), health: { mode, max_shift: 50, min_share: 0 } };
  const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const cached = createCachedVerdict({
    read: async () => {
      state.reads++;
      if (state.takes_ms === undefined) throw new Error('down');
      await pass(state.takes_ms);
      return verdict;
    },
    rules: async () => ({ rules: { default: steering } }),
    clock: { now: () => state.now, sleep: pass },
    tick_s: 5,
  });
  return { cached, state };
};

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
  const { cached } = setUp('steer', 150);
  const began = performance.now();
  expect(await cached.verdict()).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(120);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await cached.verdict()).toEqual(verdict);
});

test.each([
  ['steer', 1],
  ['observe', 0],
] as const)('ahead: rules in %s, %d reads', async (mode, reads) => {
  const { cached, state } = setUp(mode);
  for (let calls = 0; calls < 5; calls++) cached.ahead('default');
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(state.reads).toBe(reads);
});
