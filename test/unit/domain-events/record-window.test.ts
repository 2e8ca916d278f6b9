import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { HealthTally } from '../../../lib/domain-events/health/health-tally.ts';
import { recordWindow, type WindowPorts } from '../../../lib/domain-events/record-window.ts';
import type { Tally } from '../../../lib/domain-events/tally.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { HealthStore } from '../../../lib/types/health.ts';
import type { Tallied } from '../../../lib/types/hour-count.ts';
import type { RecordChange } from '../../../lib/types/record-change.ts';
import { createMemoryHealthStore } from '../../../local/memory/memory-health-store.ts';
import { sampleCharge } from '../../contract/sample-records.ts';

/** One record of a stream: whether its charge is declined in it. */
type Delivered = { readonly sequence: number; readonly counts: boolean };

const at = 1_763_629_200_000;

const change = ({ sequence, counts }: Delivered): RecordChange => ({
  table: 'charges',
  at,
  before: sampleCharge(`ch_${sequence}`, { rev: 1, status: 'pending', outcome: null, amount_captured: 0 }),
  after: sampleCharge(`ch_${sequence}`, {
    rev: 2,
    status: 'failed',
    outcome: counts ? 'do_not_honor' : null,
    amount_captured: 0,
    counts: true,
    card_fingerprint: `card_${sequence}`,
  }),
});

/** Counters that hold what they were given, under the rule of the real ones. `trouble` is asked before each write: the store may not answer. */
const arrange = (trouble: () => 'fails' | 'answer lost' | undefined) => {
  const shards = new Map<string, { readonly last: number; readonly n: number }>();
  const maybe = async (write: () => void): Promise<void> => {
    const what = trouble();
    if (what !== 'fails') write();
    if (what !== undefined) throw new ApiError('storage_unavailable', what);
  };
  let writes = 0;
  const add = (shard: string, { first, last, counts }: Tallied) =>
    maybe(() => {
      writes += 1;
      const before = shards.get(shard);
      if (before && before.last >= Number(first)) return;
      const declined = counts.find(({ what }) => what === 'a.do_not_honor')?.n ?? 0;
      shards.set(shard, { last: Number(last), n: (before?.n ?? 0) + declined });
    });
  const seen = new Map<string, number>();
  const failedAt = new Map<number, number>();
  const addPart: HealthStore['addPart'] = (shard, { at, first, last, counts }) =>
    maybe(() => {
      if ((seen.get(`${shard} ${at}`) ?? 0) >= Number(first)) return;
      seen.set(`${shard} ${at}`, Number(last));
      const failed = counts.reduce((sum, { approval }) => sum + approval.failed, 0);
      failedAt.set(at, (failedAt.get(at) ?? 0) + failed);
    });
  const ports: WindowPorts<Delivered> = {
    read: change,
    rows: { putRows: () => maybe(() => {}) },
    keep: async () => 'kept',
    close: async () => {},
    releaseCvc: async () => {},
    sinks: [],
    park: async () => {},
    log: () => {},
    counters: { add, between: async () => [] },
    sequenceOf: ({ sequence }) => String(sequence),
    health: { ...createMemoryHealthStore(), addPart },
    cardCounts: () => true,
    clock: { now: () => at, sleep: async () => undefined },
    tick_s: 5,
  };
  return { ports, shards, writes: () => writes, failedAt };
};

/** Lambda: parts of a window in order, each with the state that the last one that was taken returned; one that fails comes again. */
const deliver = async (
  ports: WindowPorts<Delivered>,
  windows: readonly (readonly (readonly Delivered[])[])[],
  repeats: () => boolean,
): Promise<void> => {
  for (const parts of windows) {
    let [tally, health]: [Tally, HealthTally] = [undefined, []];
    for (const [index, batch] of [...parts, []].entries()) {
      const part = { shard: 's', batch, tally, health, last: index === parts.length };
      for (let taken = false; !taken; ) {
        const answer = await recordWindow(ports, part).catch(() => undefined);
        if (answer === undefined || answer.again.length > 0) continue;
        // Lambda may die before it remembers the answer: then the same part comes with the same state.
        taken = !repeats();
        if (taken) ({ tally, health } = JSON.parse(JSON.stringify(answer)));
      }
    }
  }
};

test('however windows are cut, fail and come again, each record counts once, and there is at most one write a window', async () => {
  const batch = fc.array(fc.boolean(), { maxLength: 6 });
  const worlds = fc.record({
    cuts: fc.array(fc.array(batch, { maxLength: 4 }), { maxLength: 6 }),
    troubles: fc.infiniteStream(
      fc.constantFrom('fails' as const, 'answer lost' as const, undefined, undefined),
    ),
    dies: fc.infiniteStream(fc.constantFrom(true, false, false)),
  });
  await fc.assert(
    fc.asyncProperty(worlds, async ({ cuts, troubles, dies }) => {
      let sequence = 0;
      const windows = cuts.map((parts) =>
        parts.map((records) => records.map((counts) => ({ sequence: ++sequence, counts }))),
      );
      const { ports, shards, failedAt } = arrange(() => troubles.next().value);
      await deliver(ports, windows, () => dies.next().value === true);
      const declined = cuts.flat(2).filter((counts) => counts).length;
      expect(shards.get('s')?.n ?? 0).toBe(declined);
      expect(failedAt.get(at / 1000 + 5) ?? 0).toBe(declined);
    }),
    { numRuns: 300 },
  );
  const { ports, writes, failedAt } = arrange(() => undefined);
  const full = Array.from({ length: 50 }, (_, index) => ({ sequence: index + 1, counts: true }));
  await deliver(ports, [[full.slice(0, 20), full.slice(20)]], () => false);
  expect(writes()).toBe(1);
  expect(failedAt.get(at / 1000 + 5)).toBe(50);
});

test.each([true, false])(
  'a record that is parked counts once in its window; when that comes again, it is taken: %s',
  async (recovers) => {
    let broken = true;
    const { ports, shards } = arrange(() => undefined);
    const parked = new Set<string>();
    const shaky: WindowPorts<Delivered> = {
      ...ports,
      read: (one) => {
        if (one.sequence === 3) throw new Error('of a newer release');
        return change(one);
      },
      rows: {
        putRows: async () => {
          if (broken) throw new Error('broken');
        },
      },
      park: async ({ sequence }, _, counted) => void parked.add(`${sequence} ${counted}`),
    };
    const records = [1, 2, 3].map((sequence) => ({ sequence, counts: true }));
    let times = 0;
    await deliver(shaky, [[records]], () => {
      if (recovers) broken = false;
      return times++ === 0;
    });
    expect(shards.get('s')?.n).toBe(2);
    expect(parked).toEqual(new Set(['1 true', '2 true', '3 false']));
  },
);
