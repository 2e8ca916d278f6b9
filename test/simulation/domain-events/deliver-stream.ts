import { marshall } from '@aws-sdk/util-dynamodb';
import type { HealthTally } from '../../../lib/domain-events/health/health-tally.ts';
import { recordWindow, type WindowPorts } from '../../../lib/domain-events/record-window.ts';
import type { Tally } from '../../../lib/domain-events/tally.ts';
import { toItem } from '../../../lib/storage/items.ts';
import { readStreamRecord } from '../../../lib/storage/read-stream-record.ts';
import { type TableId, tables } from '../../../lib/storage/tables.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Event } from '../../../lib/types/event.ts';
import type { Tallied } from '../../../lib/types/hour-count.ts';
import type { Row } from '../../../lib/types/row.ts';
import type { StreamImage, StreamRecord } from '../../../lib/types/stream-record.ts';
import { createMemoryHealthStore } from '../../../local/memory/memory-health-store.ts';
import type { Random } from '../random.ts';
import type { Written } from './stream.ts';

/** What became of a stream. `told`: every event as it was handed on, repeats included. */
export type DeliveredStream = {
  readonly reported: readonly Event[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly counts: ReadonlyMap<string, number>;
  readonly parked: number;
};

/**
 * The consumer over a stream, one shard for each table, as Lambda runs it: cut into windows and batches at random, the store failing before and after
 * the effect, the function killed at any of its calls; and what was not taken comes again.
 */
export const deliverStream = async (
  written: readonly Written[],
  random: Random,
): Promise<DeliveredStream> => {
  const world = createWorld(random);
  for (const table of ['sessions', 'charges'] as const)
    await deliverShard(
      world,
      table,
      written.filter((one) => one.table === table),
      random,
    );
  return world;
};

type RecordingWorld = DeliveredStream & {
  /** One life of the function. It ends with a death at a call, which `killed` tells. */
  readonly live: () => { readonly ports: WindowPorts<StreamRecord>; readonly killed: Promise<'killed'> };
};

const createWorld = (random: Random): RecordingWorld => {
  const reported: Event[] = [];
  const rows = new Map<string, Row>();
  const counts = new Map<string, number>();
  const counted = new Map<string, bigint>();
  const world = { reported, rows, counts, parked: 0 };

  const live: RecordingWorld['live'] = () => {
    const death = Promise.withResolvers<'killed'>();
    const call = async (effect: () => void): Promise<void> => {
      const [before, after] = [random.below(60), random.below(60)];
      await fail(before);
      effect();
      await fail(after);
    };
    const fail = async (drawn: number): Promise<void> => {
      if (drawn === 1) throw new ApiError('storage_unavailable', 'lost');
      if (drawn !== 0) return;
      death.resolve('killed');
      await new Promise(() => {});
    };
    const put = (row: Row): void => {
      const stored = rows.get(row.id);
      if (stored === undefined || stored.rev < row.rev) rows.set(row.id, row);
    };
    /** The rule of the real counters: a row takes what begins behind what it has counted. */
    const add = (shard: string, { first, last, counts: more }: Tallied): void => {
      const rowOf = ({ hour, psp, currency }: Tallied['counts'][number]): string =>
        `${hour} ${psp} ${currency} ${shard}`;
      const open = more.filter((count) => (counted.get(rowOf(count)) ?? -1n) < BigInt(first));
      for (const { psp, currency, what, n } of open) {
        const key = `${psp} ${currency} ${what}`;
        counts.set(key, (counts.get(key) ?? 0) + n);
      }
      for (const count of open) counted.set(rowOf(count), BigInt(last));
    };
    const ports: WindowPorts<StreamRecord> = {
      read: (record) => readStreamRecord({ tables: tableNames, livemode: false }, record),
      rows: {
        putRows: async (all) => {
          await Promise.all(all.map((row) => call(() => put(row))));
        },
      },
      keep: async () => 'kept',
      close: async () => {},
      releaseCvc: async () => {},
      sinks: [(events) => call(() => void reported.push(...events))],
      park: () =>
        call(() => {
          world.parked += 1;
        }),
      log: () => {},
      counters: {
        add: (shard, tallied) => call(() => add(shard, tallied)),
        between: async () => [],
      },
      // What is known of a PSP's health is measured elsewhere.
      health: createMemoryHealthStore(),
      cardCounts: () => true,
      clock: { now: () => 0, sleep: async () => undefined },
      tick_s: 5,
      sequenceOf: ({ dynamodb }) => dynamodb?.SequenceNumber ?? '',
    };
    return { ports, killed: death.promise };
  };
  return Object.assign(world, { live });
};

const tableNames = Object.fromEntries(tables.map(({ id }) => [id, id])) as Readonly<Record<TableId, string>>;

const deliverShard = async (
  { live }: RecordingWorld,
  shard: string,
  written: readonly Written[],
  random: Random,
): Promise<void> => {
  let tally: Tally;
  let health: HealthTally = [];
  for (let from = 0; from < written.length; ) {
    const to = Math.min(written.length, from + random.between(0, 8));
    const last = to === written.length || random.chance(0.3);
    const batch = written.slice(from, to).map((one, index) => recordOf(one, from + index));
    for (;;) {
      const { ports, killed } = live();
      // What it does after its death nobody sees; a failure of the counters is an error of the function.
      const run = recordWindow(ports, { shard, batch, tally, health, last }).catch(() => 'failed' as const);
      const answer = await Promise.race([run, killed]);
      if (answer === 'killed' || answer === 'failed' || answer.again.length > 0) continue;
      // Taken, but Lambda died before it knew.
      if (random.chance(0.05)) continue;
      ({ tally, health } = JSON.parse(JSON.stringify(answer)));
      break;
    }
    from = to;
  }
};

/** As AWS writes it, or the embedded store, which also tells of a write that changed nothing. */
const recordOf = ({ table, at, before, after }: Written, index: number): StreamRecord => ({
  eventSourceARN: `arn:aws:dynamodb:eu-central-1:1:table/${table}/stream/1`,
  dynamodb: {
    SequenceNumber: String(index + 1),
    ApproximateCreationDateTime: Math.floor(at / 1000),
    ...(before && { OldImage: imageOf({ table, item: before } as Image) }),
    ...(after && { NewImage: imageOf({ table, item: after } as Image) }),
  },
});

type Image = Pick<Parameters<typeof toItem>[0], 'table' | 'item'>;

const imageOf = (image: Image): StreamImage =>
  marshall(toItem({ ...image, expects: 'absent' } as Parameters<typeof toItem>[0]), {
    removeUndefinedValues: true,
  });
