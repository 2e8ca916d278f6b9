import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addParts } from '../../../../lib/domain-events/health/add-parts.ts';
import { foldHealth } from '../../../../lib/domain-events/health/fold-health.ts';
import type { HealthPorts } from '../../../../lib/domain-events/health/health-ports.ts';
import { readHealth } from '../../../../lib/domain-events/health/read-health.ts';
import { newDetector } from '../../../../lib/routing/health/detector.ts';
import { foldWindows } from '../../../../lib/routing/health/fold-windows.ts';
import { ApiError } from '../../../../lib/types/api-error.ts';
import type { Event } from '../../../../lib/types/event.ts';
import type { HealthWindow } from '../../../../lib/types/health.ts';
import { createMemoryHealthStore } from '../../../../local/memory/memory-health-store.ts';
import { type Approvals, aFalls, countsOf, well, windowsOf } from '../../routing/health/windows.ts';

const start = 1_763_630_000;

/** A world whose clock is turned by hand. `trouble` is asked before each call of the store. */
const arrange = (trouble: () => 'fails' | 'answer lost' | undefined = () => undefined) => {
  const store = createMemoryHealthStore();
  const state = { now: start };
  const notified: Event[] = [];
  const troubled =
    <Args extends readonly unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      const what = trouble();
      if (what === 'fails') throw new ApiError('storage_unavailable', what);
      // Others come in between.
      await new Promise((resolve) => setImmediate(resolve));
      const answer = await call(...args);
      if (what !== undefined) throw new ApiError('storage_unavailable', what);
      return answer;
    };
  const reported: string[] = [];
  const ports: HealthPorts = {
    health: {
      ...store,
      record: troubled(store.record),
      replace: troubled(store.replace),
      windows: troubled(store.windows),
      verdict: troubled(store.verdict),
    },
    rows: { putRows: async () => undefined },
    sinks: [
      async (events) => {
        notified.push(...events);
      },
    ],
    clock: { now: () => state.now * 1000, sleep: async () => undefined },
    log: ({ event }) => reported.push(event),
    livemode: false,
    tick_s: 5,
  };
  let sequence = 0;
  const count = ({ at, counts }: HealthWindow) =>
    addParts(ports, 'shard', [{ at, counts, first: String(++sequence), last: String(sequence) }]);
  return { store, ports, state, messages: notified, reported, count };
};

type World = ReturnType<typeof arrange>;

/** Plays windows as they close; `run` is called after each, at a time at which it may be folded or not. */
const play = async (
  { state, count }: World,
  windows: readonly HealthWindow[],
  run: () => Promise<unknown>,
): Promise<void> => {
  for (const window of windows) {
    state.now = window.at + 1;
    if (window.counts.length > 0) await count(window);
    await run();
  }
};

/** All that the stored windows come to. */
const recomputed = ({ store }: World) => {
  const ends = store.parts.map(({ at }) => at);
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  return async (until: number) => {
    const all = Array.from(
      { length: (Math.max(last, until) - first) / 5 + 1 },
      (_, index) => first + 5 * index,
    );
    const windows = (await store.windows(all)).filter(({ at }) => at <= until);
    return foldWindows({ detector: newDetector, verdict: undefined }, windows);
  };
};

const windows = [
  ...windowsOf(start, 300, well),
  ...windowsOf(start + 300, 120, aFalls),
  ...windowsOf(start + 420, 900, well),
  // Nobody pays.
  ...Array.from({ length: 60 }, (_, index) => ({ at: start + 1320 + 5 * (index + 1), counts: [] })),
];

describe('health is folded', () => {
  test('from windows ten seconds after they close, and every verdict can be computed again from them', async () => {
    const world = arrange();
    await play(world, windows, () => foldHealth(world.ports));
    const { verdicts } = await recomputed(world)(windows.at(-1)?.at ?? 0);
    const stored = [...world.store.verdicts.values()];
    expect(stored).toEqual(verdicts);
    expect(stored.map(({ version }) => version)).toEqual(stored.map((_, index) => index + 1));
    const states = stored.map(({ strata }) => strata.findLast(({ psp }) => psp === 'a')?.state);
    expect(states).toEqual(['healthy', 'sick', 'recovering', 'healthy']);
    const sick = stored[1]?.computed_at ?? 0;
    expect(sick).toBeGreaterThan(start + 300);
    expect(sick).toBeLessThanOrEqual(start + 360);
    expect(world.messages.map(({ data }) => [data.psp, data.status, data.seq])).toEqual([
      ['a', 'sick', 2],
      ['a', 'recovering', 3],
      ['a', 'healthy', 4],
    ]);
  });

  test('by several at once, with a store that fails, as by one', async () => {
    const troubles = fc.infiniteStream(
      fc.constantFrom('fails' as const, 'answer lost' as const, ...Array(6).fill(undefined)),
    );
    const folders = fc.infiniteStream(fc.integer({ min: 0, max: 3 }));
    await fc.assert(
      fc.asyncProperty(troubles, folders, async (trouble, often) => {
        let troubled = false;
        const world = arrange(() => (troubled ? trouble.next().value : undefined));
        // As long as nothing is known, folding reaches back no further than fourteen windows.
        await play(world, windows.slice(0, 4), () => foldHealth(world.ports));
        expect(await world.store.record()).toBeDefined();
        troubled = true;
        await play(world, windows.slice(4, 120), () =>
          Promise.all(
            Array.from({ length: Number(often.next().value) }, () =>
              foldHealth(world.ports).catch(() => undefined),
            ),
          ),
        );
        troubled = false;
        world.state.now += 60;
        for (let left = 4; left > 0; left--) await foldHealth(world.ports);
        const record = await world.store.record();
        const { at } = JSON.parse(record?.detector ?? '') as { readonly at: number };
        const { detector } = await recomputed(world)(at);
        expect(JSON.parse(record?.detector ?? '')).toEqual(JSON.parse(JSON.stringify(detector)));
        const { verdicts } = await recomputed(world)(world.state.now - 10);
        expect([...world.store.verdicts.values()]).toEqual(verdicts);
        // Told at least once, and in order.
        const seqs = world.messages.map(({ data }) => data.seq);
        expect(new Set(seqs)).toEqual(new Set(verdicts.slice(1).map(({ version }) => version)));
      }),
      { numRuns: 15 },
    );
  });

  test('a change is stored at once, and otherwise one write a minute', async () => {
    const world = arrange();
    let writes = 0;
    const { replace } = world.ports.health;
    const ports: HealthPorts = {
      ...world.ports,
      health: {
        ...world.ports.health,
        replace: (...asked) => {
          writes++;
          return replace(...asked);
        },
      },
    };
    await play(world, windowsOf(start, 600, well), () => foldHealth(ports));
    // The first window is a verdict of its own, which is told.
    expect(writes).toBeLessThanOrEqual(10 + 2);
  });

  test('nothing is written if nothing was ever counted', async () => {
    const world = arrange();
    for (let minutes = 0; minutes < 30; minutes++) {
      await foldHealth(world.ports);
      world.state.now += 60;
    }
    expect(await world.store.record()).toBeUndefined();
    expect(await readHealth(world.ports)).toBeUndefined();
  });

  test('an outcome too late to be folded is left out and reported', async () => {
    const world = arrange();
    const counts = countsOf(well as Approvals);
    world.state.now = start + 14;
    await world.count({ at: start + 5, counts });
    expect(world.store.parts).toHaveLength(1);
    world.state.now = start + 15;
    await world.count({ at: start + 5, counts });
    expect([world.store.parts.length, world.reported]).toEqual([1, ['health_counted_late']]);
  });

  test('a dead PSP is reported at every call, by attempts that count for no share, until it answers', async () => {
    const world = arrange();
    const at = (index: number) => start + 300 * index;
    const answer = async (index: number, ok: number) => {
      world.state.now = at(index) - 1;
      const [first, last] = [String(100 + index), String(100 + index)];
      const answers = [{ psp: 'a', ok, failed: 1 - ok }];
      await addParts(world.ports, 'shard', [{ at: at(index), counts: [], first, last, answers }]);
    };
    const foldUntil = async (until: number) => {
      for (; world.state.now < until; world.state.now += 60) await foldHealth(world.ports);
    };
    for (const index of [1, 2, 3, 4, 5]) {
      await answer(index, 0);
      await foldUntil(at(index) + (index === 5 ? 0 : 240));
      expect(world.reported).toEqual([]);
    }
    await foldUntil(at(5) + 200);
    expect(world.reported.length).toBeGreaterThanOrEqual(3);
    expect(new Set(world.reported)).toEqual(new Set(['psp_dead']));
    await answer(6, 1);
    await foldUntil(at(6) + 60);
    const before = world.reported.length;
    await foldUntil(at(6) + 600);
    expect(world.reported.length).toBe(before);
  });

  test('a failed report prevents no verdict', async () => {
    const world = arrange();
    const ports: HealthPorts = {
      ...world.ports,
      sinks: [
        async () => {
          throw new Error('refused');
        },
      ],
    };
    await play(world, windows.slice(0, 80), () => foldHealth(ports).catch(() => undefined));
    expect((await world.store.verdict())?.strata.findLast(({ psp }) => psp === 'a')?.state).toBe('sick');
    await foldHealth(world.ports);
    expect(world.messages.map(({ data }) => data.status)).toEqual(['sick']);
  });

  test('the verdict in force is shown, with current figures', async () => {
    const world = arrange();
    await play(world, windows.slice(0, 80), () => foldHealth(world.ports));
    const shown = await readHealth(world.ports);
    expect(shown?.version).toBe((await world.store.verdict())?.version);
    expect(shown?.strata.findLast(({ psp }) => psp === 'a')).toMatchObject({
      state: 'sick',
      signal: 'approval',
    });
  });
});
