import { expect, test } from '@jest/globals';
import { createCachedPspSwitches } from '../../../lib/storage/cached-psp-switches.ts';
import type { PspSwitch } from '../../../lib/types/psp-switch.ts';

const closed = (...psps: readonly string[]): readonly PspSwitch[] =>
  psps.map((psp) => ({ psp, state: 'closed', revision: 1, note: 'why', by: 'key', changed: 1 }));

/** A copy in a time of its own. A read gives the record as it was when it began, after `takes_ms`; it fails if that is undefined. */
const setUp = () => {
  const state = { now: 1_000_000, reads: 0, takes_ms: 0 as number | undefined, record: closed('adyen') };
  const sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  const reports: string[] = [];
  const sleep = (ms: number) =>
    new Promise<void>((wake) => void sleepers.push({ until: state.now + ms, wake: () => wake() }));
  const pass = async (ms: number): Promise<void> => {
    state.now += ms;
    for (const { until, wake } of sleepers) if (until <= state.now) wake();
    await settled();
  };
  const cached = createCachedPspSwitches({
    read: async () => {
      state.reads++;
      const { record, takes_ms } = state;
      if (takes_ms === undefined) throw new Error('down');
      if (takes_ms > 0) await sleep(takes_ms);
      return { rev: 1, switches: record };
    },
    clock: { now: () => state.now, sleep },
    log: ({ event }) => void reports.push(event),
  });
  const ask = async () => [...(await cached.closed())];
  /** What a call gets within the time that has passed; `waits` if it still waits. */
  const begun = () => {
    const call: { answer: readonly string[] | 'waits' } = { answer: 'waits' };
    void ask().then((answer) => {
      call.answer = answer;
    });
    return call;
  };
  return { state, cached, pass, ask, begun, reports };
};

/** Everything that waits for no clock has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('one read in ten seconds, however many ask; an open account is not closed', async () => {
  const { state, ask, pass } = setUp();
  state.record = [...closed('adyen'), { ...closed('stripe')[0], state: 'open' } as PspSwitch];
  expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill(['adyen']));
  await pass(9_999);
  await ask();
  expect(state.reads).toBe(1);
  await pass(1);
  await ask();
  expect(state.reads).toBe(2);
});

test('a copy between ten and twenty seconds old is used while it is read again; an older one is waited for', async () => {
  const { state, ask, pass, begun } = setUp();
  await ask();
  state.record = closed('stripe');
  state.takes_ms = 50;
  await pass(19_999);
  expect(await ask()).toEqual(['adyen']);
  await pass(50);
  expect(await ask()).toEqual(['stripe']);
  state.record = closed();
  await pass(20_000);
  const call = begun();
  await settled();
  expect(call.answer).toBe('waits');
  await pass(50);
  expect(call.answer).toEqual([]);
});

test('a change is in force 20 s later at the latest, whenever a busy process last read', async () => {
  for (let age = 0; age < 20_000; age += 500) {
    const { state, ask, pass } = setUp();
    await ask();
    await pass(age);
    await ask();
    await settled();
    state.record = closed('stripe');
    await pass(20_000);
    expect([age, await ask()]).toEqual([age, ['stripe']]);
  }
});

test('a read that was started ahead is waited for no longer than its bound, from its beginning', async () => {
  const { cached, state, pass, begun } = setUp();
  state.takes_ms = 60_000;
  cached.ahead();
  await pass(900);
  const call = begun();
  await pass(99);
  expect(call.answer).toBe('waits');
  await pass(1);
  expect(call.answer).toEqual([]);
  const next = begun();
  await settled();
  expect([next.answer, state.reads]).toEqual([[], 1]);
});

test('the last known state counts while the record cannot be read, and each failure is reported', async () => {
  const { state, ask, pass, reports } = setUp();
  await ask();
  state.takes_ms = undefined;
  for (let minute = 0; minute < 60; minute++) {
    await pass(60_000);
    expect(await ask()).toEqual(['adyen']);
  }
  expect(reports).toEqual(Array(60).fill('psp_switches_not_read'));
  state.takes_ms = 0;
  state.record = closed('stripe');
  await pass(1_000);
  expect(await ask()).toEqual(['stripe']);
});

test('a process that has never read it takes every account for open, reports that, and reads again a second later', async () => {
  const { state, ask, pass, reports } = setUp();
  state.takes_ms = undefined;
  expect([await ask(), await ask()]).toEqual([[], []]);
  expect([state.reads, reports]).toEqual([1, ['psp_switches_not_read']]);
  state.takes_ms = 0;
  await pass(1_000);
  expect(await ask()).toEqual(['adyen']);
});

test('a read that froze with its environment is given up, and its late answer does not replace a newer one', async () => {
  const { state, ask, pass, begun } = setUp();
  state.takes_ms = 100_000;
  const first = begun();
  await pass(5_000);
  expect(first.answer).toEqual([]);
  state.takes_ms = 0;
  state.record = closed('stripe');
  expect(await ask()).toEqual(['stripe']);
  await pass(95_000);
  state.takes_ms = undefined;
  expect(await ask()).toEqual(['stripe']);
});

test('a change is in force within 20 s although the clock is set back', async () => {
  const { state, ask, pass } = setUp();
  await ask();
  state.record = closed('stripe');
  state.now -= 300_000;
  await pass(10_000);
  await ask();
  await pass(10_000);
  expect(await ask()).toEqual(['stripe']);
});

test('a read from before the clock was set back does not replace a newer one', async () => {
  const { state, ask, pass, begun } = setUp();
  state.takes_ms = 100_000;
  begun();
  state.now -= 300_000;
  state.takes_ms = 0;
  state.record = closed('stripe');
  expect(await ask()).toEqual(['stripe']);
  await pass(400_000);
  state.takes_ms = undefined;
  expect(await ask()).toEqual(['stripe']);
});
