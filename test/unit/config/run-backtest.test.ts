import { describe, expect, test } from '@jest/globals';
import {
  type BacktestWorkerPorts,
  readBacktest,
  runBacktest,
  startBacktest,
} from '../../../lib/config/run-backtest.ts';
import type { Backtest, PastSession, ReadUpTo } from '../../../lib/types/backtest.ts';
import type { Clock } from '../../../lib/types/ports.ts';
import { createVirtualTime } from '../../simulation/virtual-time.ts';
import { accounts, paidSessions } from '../routing/backtest/market.ts';
import { mulberry32, rule, sessionIds } from '../routing/fixtures.ts';

const start = 1_763_630_000_000;
const proposed = rule({ a: 20, b: 50, c: 30 });
const page = 100;

/** A store, sessions in pages of a hundred that take `page_ms` each, and workers that end after `life_ms`. */
const arrange = (past: readonly PastSession[], { page_ms = 10, life_ms = 55_000 } = {}) => {
  const time = createVirtualTime(start);
  const clock: Clock = {
    now: time.now,
    sleep: (milliseconds) => new Promise((wake) => time.after(milliseconds, wake)),
  };
  /** Lets time pass until this has come to its end. */
  const run = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    let over = false;
    const result = act().finally(() => {
      over = true;
    });
    await time.runUntil(start + 3_600_000, () => over);
    return result;
  };
  const stored = new Map<string, Backtest>();
  const workers: Promise<void>[] = [];
  let pages = 0;
  let dies: ((pages: number) => boolean) | undefined;
  const base = {
    backtests: {
      find: async (id: string) => stored.get(id),
      write: async (next: Backtest) => {
        if ((stored.get(next.id)?.rev ?? 0) !== next.rev - 1) return false;
        stored.set(next.id, next);
        return true;
      },
    },
    clock,
    past: async (from: ReadUpTo | undefined) => {
      await clock.sleep(page_ms);
      pages++;
      if (dies?.(pages)) return new Promise<never>(() => {});
      const at = Number(from?.[0] ?? 0);
      const end = at + page;
      return { sessions: past.slice(at, end), to: [end < past.length ? String(end) : null] };
    },
    accounts,
  };
  const ports: Omit<BacktestWorkerPorts, 'deadline'> = {
    ...base,
    wake: async (id) => {
      workers.push(runBacktest({ ...ports, deadline: clock.now() + life_ms }, id));
    },
  };
  const dieAt = (isFatal: (page: number) => boolean): void => {
    dies = isFatal;
  };
  const killAt = (page: number): void => dieAt((pages) => pages === page);
  return { ports, run, workers, dieAt, killAt, pages: () => pages };
};

const past = paidSessions(rule({ a: 50, b: 30, c: 20 }), sessionIds(2_000, 3), mulberry32(3));
const asked = { id: 'bt_1', rule: proposed, sessions: 1_500 };

const undisturbed = async (sessions = past): Promise<Backtest> => {
  const { ports, run } = arrange(sessions);
  return run(() => startBacktest(ports, asked));
};

describe('a backtest', () => {
  test('is answered with its result if it ends within five seconds', async () => {
    expect(await undisturbed()).toMatchObject({ ended: true, read: 1_500, tally: { sessions: 1_500 } });
  });

  test('that takes longer is answered as it is, and continues', async () => {
    const world = arrange(past, { page_ms: 1_000 });
    const { found, waited, later } = await world.run(async () => {
      const found = await startBacktest(world.ports, asked);
      const waited = world.ports.clock.now() - start;
      await Promise.all(world.workers);
      return { found, waited, later: await readBacktest(world.ports, 'bt_1') };
    });
    expect(waited).toBeLessThanOrEqual(5_000);
    expect(found.ended).toBe(false);
    expect(found.tally.sessions).toBeGreaterThan(200);
    expect(later?.tally).toEqual((await undisturbed()).tally);
  });

  test('is handed to the next worker before the time of one is over', async () => {
    const world = arrange(past, { page_ms: 1_000, life_ms: 11_000 });
    await world.run(async () => {
      await startBacktest(world.ports, asked);
      for (const worker of world.workers) await worker;
    });
    expect(world.workers.length).toBeGreaterThan(3);
    expect((await world.ports.backtests.find('bt_1'))?.tally).toEqual((await undisturbed()).tally);
  });

  test('whose worker was killed is started again by a read, from where it was', async () => {
    const world = arrange(past);
    world.killAt(8);
    await world.run(async () => {
      const { ended } = await startBacktest(world.ports, asked);
      expect(ended).toBe(false);
      await readBacktest(world.ports, 'bt_1');
      expect(world.workers).toHaveLength(1);
      await world.ports.clock.sleep(26_000);
      await readBacktest(world.ports, 'bt_1');
      expect(world.workers).toHaveLength(2);
      await world.workers[1];
    });
    expect((await world.ports.backtests.find('bt_1'))?.tally).toEqual((await undisturbed()).tally);
    expect(world.pages()).toBe(16);
  });

  test('whose workers die on the same page ends after three, and a page between them counts them anew', async () => {
    const world = arrange(past);
    world.dieAt((page) => page === 4 || page >= 6);
    await world.run(async () => {
      const { tally } = await startBacktest(world.ports, asked);
      const readLater = async () => {
        await world.ports.clock.sleep(31_000);
        return readBacktest(world.ports, 'bt_1');
      };
      expect(await readLater()).toMatchObject({ ended: false, lost: 1 });
      expect(await readLater()).toMatchObject({ ended: false, lost: 1 });
      expect(await readLater()).toMatchObject({ ended: false, lost: 2 });
      expect(await readLater()).toMatchObject({ ended: true, ended_early: true });
      expect(world.workers).toHaveLength(4);
      expect(tally.sessions).toBe(300);
      expect(await readLater()).toMatchObject({ ended: true, tally: { sessions: 400 } });
      expect(world.workers).toHaveLength(4);
    });
  });

  test('with two workers counts no session twice', async () => {
    const world = arrange(past);
    await world.run(async () => {
      const started = startBacktest(world.ports, asked);
      await world.ports.wake('bt_1');
      await started;
      await Promise.all(world.workers);
    });
    expect((await world.ports.backtests.find('bt_1'))?.tally).toEqual((await undisturbed()).tally);
  });

  test('leaves the sessions of other rules out, and looks at ten times as many as asked for', async () => {
    const others = past.map((one, index) =>
      index % 20 === 0 ? one : { ...one, routing: { ...one.routing, rule: 'other' } },
    );
    const { ports, run } = arrange(others);
    const found = await run(() => startBacktest(ports, { ...asked, sessions: 100 }));
    expect(found).toMatchObject({ ended: true, read: 1_000, tally: { sessions: 50 } });
    expect(await undisturbed(others)).toMatchObject({ ended: true, read: 2_000, tally: { sessions: 100 } });
  });

  test('of no sessions ends at once', async () => {
    expect(await undisturbed([])).toMatchObject({ ended: true, tally: { sessions: 0, shares: [] } });
  });

  test('that was never requested does not exist', async () => {
    const { ports, run } = arrange(past);
    expect(await run(() => readBacktest(ports, 'bt_2'))).toBeUndefined();
    await run(() => runBacktest({ ...ports, deadline: start + 55_000 }, 'bt_2'));
  });
});
