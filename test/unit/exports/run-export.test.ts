import { describe, expect, test } from '@jest/globals';
import { beginExport } from '../../../lib/exports/begin-export.ts';
import type { ExportWorkerPorts } from '../../../lib/exports/export-ports.ts';
import { readExport } from '../../../lib/exports/read-export.ts';
import { runExport } from '../../../lib/exports/run-export.ts';
import type { Export, ExportedRecord, ExportStore } from '../../../lib/types/export.ts';

const start = 1_763_630_000_000;
const query = { what: 'charges', from: 0, to: 3_600, time_zone: 'UTC', format: 'json' } as const;
const minute = 60_000;

/** A store of one export, pages of two records that take `page_ms` each, and files as they were stored. */
const arrange = ({
  pages = 3,
  page_ms = 10,
  life_ms = 15 * minute,
  dies_at = Number.POSITIVE_INFINITY,
} = {}) => {
  let now = start;
  let stored: Export | undefined;
  let writes = 0;
  const files = new Map<string, string>();
  const woken: string[] = [];
  let refusing = false;
  const logged: string[] = [];
  const exports: ExportStore = {
    find: async () => stored,
    add: async (asked) => {
      stored = { ...asked, rev: 1 };
      return true;
    },
    write: async (next) => {
      if (next.rev !== stored?.rev) return undefined;
      writes++;
      stored = { ...next, rev: next.rev + 1 };
      return stored;
    },
    storedResponse: async () => undefined,
  };
  const base = {
    exports,
    clock: { now: () => now },
    wake: async (id: string) => {
      if (refusing) throw new Error('Lambda answered 429');
      woken.push(id);
    },
    log: ({ event }: { readonly event: string }) => {
      logged.push(event);
    },
  };
  const workerPorts = (): ExportWorkerPorts => ({
    ...base,
    records: async function* () {
      for (let page = 1; page <= pages; page++) {
        now += page_ms;
        if (page === dies_at) throw new Error('gone');
        yield [{}, {}] as unknown as readonly ExportedRecord[];
      }
    },
    files: {
      write: async (name, _, parts) => {
        let text = '';
        for await (const part of parts) text += part;
        files.set(name, text);
      },
    },
    formOf: () => ({ header: '[', row: () => 'x', between: ',', footer: ']' }),
    deadline: now + life_ms,
  });
  return {
    files,
    woken,
    refuseStarts: (now: boolean) => {
      refusing = now;
    },
    stored: () => stored,
    logged: () => logged,
    writes: () => writes,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    begin: () =>
      beginExport(
        {
          ...base,
          newId: () => 'exp_1',
          by: { actor: { type: 'api_key', id: 'key_1' }, request_id: 'req_1' },
          render: ({ status }) => ({ status: 200, body: status }),
        },
        query,
        undefined,
      ),
    run: () => runExport(workerPorts(), 'exp_1'),
    workerPorts,
    read: () => readExport(base, 'exp_1'),
  };
};

describe('an export', () => {
  test('is answered at once, and its worker writes the file in one piece', async () => {
    const world = arrange();
    expect(await world.begin()).toEqual({ replay: { status: 200, body: 'running' }, first: true });
    expect(world.woken).toEqual(['exp_1']);
    await world.run();
    expect([...world.files]).toEqual([['exp_1-1.json', '[x,x,x,x,x,x]']]);
    expect(await world.read()).toMatchObject({ status: 'done', rows: 6, tries: 1 });
    expect(world.woken).toEqual(['exp_1']);
  });

  test('of nothing is a file without rows', async () => {
    const world = arrange({ pages: 0 });
    await world.begin();
    await world.run();
    expect([...world.files.values()]).toEqual(['[]']);
    expect(await world.read()).toMatchObject({ status: 'done', rows: 0 });
  });

  test('shows how far it is, not at every page', async () => {
    const world = arrange({ pages: 100, page_ms: 1_000 });
    await world.begin();
    await world.run();
    // Claimed, every five seconds, and done.
    expect(world.writes()).toBe(1 + 20 + 1);
  });

  test('is written by one of two workers', async () => {
    const world = arrange();
    await world.begin();
    await Promise.all([world.run(), world.run()]);
    await world.run();
    expect([...world.files.keys()]).toEqual(['exp_1-1.json']);
    expect(world.stored()).toMatchObject({ status: 'done', tries: 1 });
  });

  test('whose worker has failed gets another at the next read, which starts over', async () => {
    const world = arrange({ dies_at: 2 });
    await world.begin();
    await expect(world.run()).rejects.toThrow('gone');
    expect(world.stored()).toMatchObject({ status: 'running', tries: 1, alive: 0 });
    for (const _ of [1, 2, 3]) await world.read();
    expect(world.woken).toHaveLength(2);
    expect(world.files.size).toBe(0);
    await expect(world.run()).rejects.toThrow('gone');
    expect(world.stored()?.tries).toBe(2);
  });

  test('whose worker is gone without a word gets another after five minutes, and not before', async () => {
    const world = arrange();
    await world.begin();
    world.pass(4 * minute);
    await world.read();
    expect(world.woken).toHaveLength(1);
    world.pass(minute + 1);
    for (const _ of [1, 2, 3]) await world.read();
    expect(world.woken).toHaveLength(2);
    await world.run();
    expect(await world.read()).toMatchObject({ status: 'done', rows: 6 });
  });

  test('whose worker cannot be started is started by a later read', async () => {
    const world = arrange();
    world.refuseStarts(true);
    await world.begin();
    await world.read();
    expect(world.woken).toEqual([]);
    world.refuseStarts(false);
    await world.read();
    expect(world.woken).toEqual(['exp_1']);
  });

  test('whose worker cannot be started for fifteen minutes has failed, and says so', async () => {
    const world = arrange();
    world.refuseStarts(true);
    await world.begin();
    world.pass(15 * minute);
    expect(await world.read()).toMatchObject({ status: 'running' });
    world.pass(1);
    expect(await world.read()).toMatchObject({ status: 'failed', failure: 'not_started' });
    world.refuseStarts(false);
    expect(await world.read()).toMatchObject({ status: 'failed', failure: 'not_started' });
    expect(world.woken).toEqual([]);
    expect(world.logged()).toEqual(Array.from({ length: 3 }, () => 'export_not_started'));
  });

  test('whose worker has died after long is not failed by one start that is refused', async () => {
    const world = arrange({ dies_at: 2 });
    world.refuseStarts(true);
    await world.begin();
    world.refuseStarts(false);
    await world.read();
    world.pass(60 * minute);
    await expect(world.run()).rejects.toThrow('gone');
    world.refuseStarts(true);
    expect(await world.read()).toMatchObject({ status: 'running' });
    world.refuseStarts(false);
    await world.read();
    expect(world.woken).toHaveLength(2);
  });

  test('that nobody has read for long is still started', async () => {
    const world = arrange();
    world.refuseStarts(true);
    await world.begin();
    world.refuseStarts(false);
    world.pass(60 * minute);
    expect(await world.read()).toMatchObject({ status: 'running' });
    await world.run();
    expect(await world.read()).toMatchObject({ status: 'done' });
  });

  test('that ends three workers has failed, and no other is started', async () => {
    const world = arrange({ dies_at: 1 });
    await world.begin();
    for (const tries of [1, 2, 3]) {
      await expect(world.run()).rejects.toThrow('gone');
      expect(await world.read()).toMatchObject({ status: tries < 3 ? 'running' : 'failed', tries });
    }
    expect(await world.read()).toMatchObject({ failure: 'ended_early' });
    expect(world.woken).toHaveLength(3);
    await world.run();
    expect(world.stored()?.tries).toBe(3);
  });

  test('whose three workers were gone before they began has failed, and no other is started', async () => {
    const world = arrange();
    await world.begin();
    for (const status of ['running', 'running', 'failed']) {
      world.pass(5 * minute + 1);
      expect(await world.read()).toMatchObject({ status });
    }
    expect(world.woken).toHaveLength(3);
  });

  test('that another worker has taken over is not ended by the slow one', async () => {
    const world = arrange({ page_ms: 1_000, pages: 10 });
    await world.begin();
    const ports = world.workerPorts();
    const slow = runExport(
      {
        ...ports,
        records: async function* (asked) {
          for await (const page of ports.records(asked)) {
            if (world.stored()?.tries === 1) {
              world.pass(5 * minute + 1);
              await world.read();
              await world.run();
            }
            yield page;
          }
        },
      },
      'exp_1',
    );
    await slow;
    expect([...world.files.keys()]).toEqual(['exp_1-2.json']);
    expect(world.stored()).toMatchObject({ status: 'done', tries: 2, rows: 20 });
  });

  test('that does not fit into the time of a worker has failed', async () => {
    const world = arrange({ pages: 1_000, page_ms: 1_000 });
    await world.begin();
    await world.run();
    expect(world.files.size).toBe(0);
    expect(await world.read()).toMatchObject({ status: 'failed', failure: 'too_long' });
  });
});
