import { describe, expect, test } from '@jest/globals';
import { checksAtOnce, pace_ms, timeoutsInARow } from '../../../lib/payments/recovery/account-lane.ts';
import { recoverDue } from '../../../lib/payments/recovery/recover-due.ts';
import { storageUnavailable } from '../../../local/memory/memory-payment-store.ts';
import { type Answering, dueWorld, hangs, minute, paid, start } from './due-world.ts';

describe('an account that hangs', () => {
  test.each([
    [
      'before the others',
      [
        ['hangs', 300],
        ['answers', 20],
      ],
    ],
    [
      'behind the others',
      [
        ['answers', 20],
        ['hangs', 300],
      ],
    ],
    [
      'more than a page of it before the others',
      [
        ['hangs', 2_500],
        ['answers', 20],
      ],
    ],
  ] as const)('delays nobody: %s', async (_, due) => {
    const { runs, count } = await dueWorld({ accounts: { hangs, answers: paid() }, due });
    await runs();
    expect(count('answers', 'captured')).toBe(20);
  });

  test('is asked a few times in each run, and what it has left stays due and unchanged', async () => {
    const { runs, asked, store, logs } = await dueWorld({ accounts: { hangs }, due: [['hangs', 300]] });
    const before = new Map(store.charges);
    await runs();
    const tried = new Set(asked('hangs').map(({ charge }) => charge));
    expect(tried.size).toBe(timeoutsInARow);
    for (const [id, charge] of store.charges) {
      if (tried.has(id)) expect(charge).toMatchObject({ status: 'pending', recover_at: start + 10 * minute });
      else expect(charge).toBe(before.get(id));
    }
    expect(logs).toContainEqual({
      event: 'recovery_circuit_open',
      psp: 'hangs',
      left: 300 - timeoutsInARow,
    });
    await runs();
    expect(new Set(asked('hangs').map(({ charge }) => charge)).size).toBe(2 * timeoutsInARow);
  });

  test('is worked off once it answers again', async () => {
    const mends: Answering = (call, at) => (at < start + 3 * minute ? hangs(call, at) : paid()(call, at));
    const { runs, count } = await dueWorld({ accounts: { mends }, due: [['mends', 300]] });
    for (let run = 0; run < 3; run += 1) await runs();
    expect(count('mends', 'captured')).toBe(0);
    for (let run = 0; run < 9; run += 1) await runs();
    expect(count('mends', 'captured')).toBe(300);
  });

  test('that hangs in the middle of a run is left, too, and single time-outs are not', async () => {
    const breaks: Answering = (call, at) => (at > start + 5_000 ? hangs(call, at) : paid()(call, at));
    let calls = 0;
    const stumbles: Answering = (call, at) => {
      calls += 1;
      return (calls % 20 === 0 ? hangs : paid(400))(call, at);
    };
    const { runs, asked, count } = await dueWorld({
      accounts: { breaks, stumbles },
      due: [
        ['breaks', 200],
        ['stumbles', 100],
      ],
    });
    await runs();
    const late = asked('breaks').filter(({ at }) => at > start + 5_000);
    expect(late.length).toBeGreaterThanOrEqual(timeoutsInARow);
    expect(late.length).toBeLessThanOrEqual(checksAtOnce);
    expect(new Set(asked('stumbles').map(({ charge }) => charge)).size).toBe(100);
    expect(count('stumbles', 'captured')).toBeGreaterThan(80);
  });
});

describe('an account that answers', () => {
  test.each([1, 50, 800, 3_000])('is called no more often than its places allow: in %d ms', async (ms) => {
    const { runs, asked } = await dueWorld({ accounts: { quick: paid(ms) }, due: [['quick', 900]] });
    await runs();
    const calls = asked('quick').map(({ at }) => at);
    const within_ms = 10 * pace_ms;
    for (const from of calls) {
      const count = calls.filter((at) => at >= from && at < from + within_ms).length;
      // A look makes its two calls one after the other, and waits afterwards.
      expect(count).toBeLessThanOrEqual(checksAtOnce * 12);
    }
    expect(calls.length).toBeGreaterThan((checksAtOnce * 25_000) / Math.max(pace_ms, ms + 100));
  });
});

describe('whatever else goes wrong', () => {
  test('two runs at once look at each charge once', async () => {
    const { runs, asked, count } = await dueWorld({ accounts: { one: paid() }, due: [['one', 60]] });
    await runs(2);
    expect(count('one', 'captured')).toBe(60);
    // A look that finds the money asks once more, about refunds.
    expect(asked('one')).toHaveLength(120);
  });

  test('a store that throttles delays what it refuses, and loses nothing', async () => {
    let calls = 0;
    const fault = (): void => {
      calls += 1;
      if (calls < 1_000 && calls % 5 === 0) throw storageUnavailable();
    };
    const { runs, count, logs } = await dueWorld({
      accounts: { one: paid(), two: paid() },
      due: [
        ['one', 60],
        ['two', 60],
      ],
      fault,
    });
    for (let run = 0; run < 120 && count('one', 'captured') + count('two', 'captured') < 120; run += 1)
      await runs();
    expect(count('one', 'captured') + count('two', 'captured')).toBe(120);
    expect(logs.some(({ event }) => event === 'recovery_failed')).toBe(true);
  });

  test('a run that dies in the middle leaves the rest to the next', async () => {
    const { runs, count, time, ports } = await dueWorld({ accounts: { one: paid() }, due: [['one', 100]] });
    const dying = ports();
    const killed =
      <Given extends readonly unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
      (...given: Given): Promise<Result> =>
        time.now() > start + 3_000 ? new Promise<never>(() => {}) : call(...given);
    const { charge, session, commit } = dying.store;
    const store = {
      ...dying.store,
      charge: killed(charge),
      session: killed(session),
      commit: killed(commit),
    };
    void recoverDue({ ...dying, store });
    await time.runUntil(start + minute, () => false);
    expect(count('one', 'captured')).toBeGreaterThan(0);
    expect(count('one', 'captured')).toBeLessThan(100);
    for (let run = 0; run < 40; run += 1) await runs();
    expect(count('one', 'captured')).toBe(100);
  });
});
