import { deriveCounts } from '../../lib/domain-events/derive-counts.ts';
import { deriveRows } from '../../lib/domain-events/derive-events.ts';
import { addParts } from '../../lib/domain-events/health/add-parts.ts';
import { foldHealth } from '../../lib/domain-events/health/fold-health.ts';
import { addToHealthTally, attemptIn } from '../../lib/domain-events/health/health-tally.ts';
import { addToTally, type Counted } from '../../lib/domain-events/tally.ts';
import { createCardCap } from '../../lib/routing/health/card-cap.ts';
import type { Event } from '../../lib/types/event.ts';
import type { Tallied } from '../../lib/types/hour-count.ts';
import type { Clock } from '../../lib/types/ports.ts';
import type { RecordChange } from '../../lib/types/record-change.ts';
import type { Row } from '../../lib/types/row.ts';
import { createMemoryHealthStore, type MemoryHealthStore } from '../memory/memory-health-store.ts';

export type Recorder = {
  /** A record was written just now: what `record-events` makes of it. */
  readonly record: (change: RecordChange) => Promise<void>;
  readonly foldHealth: () => Promise<void>;
  readonly health: MemoryHealthStore;
  /** The newest of each row. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly counts: () => Tallied | undefined;
};

/** Name of a shard that no stream has. */
export const shard = 'week';
/** Seconds. The windows of a week would be too many if they were as short as usual. */
const tick_s = 60;

/** Derives from each change of a record what its stream would have, at once. `send` gets the events. */
export const createRecorder = (
  clock: Clock,
  livemode: boolean,
  send: (events: readonly Event[]) => Promise<void>,
): Recorder => {
  const rows = new Map<string, Row>();
  const counted: Counted[] = [];
  const health = createMemoryHealthStore();
  const cardCounts = createCardCap();
  let sequence = 0;
  const keep = (row: Row): void => {
    const before = rows.get(row.id);
    if (before === undefined || before.rev < row.rev) rows.set(row.id, row);
  };
  const ports = { health, clock, log: () => {}, tick_s };
  return {
    record: async (change) => {
      sequence += 1;
      const derived = deriveRows(change);
      for (const row of derived.rows) keep(row);
      counted.push({ sequence: String(sequence), counts: deriveCounts(change) });
      const attempt = attemptIn(change);
      if (attempt)
        await addParts(
          ports,
          shard,
          addToHealthTally([], { sequence: String(sequence), attempt }, { tick_s, cardCounts }),
        );
      await send(derived.events);
    },
    foldHealth: () =>
      foldHealth({
        ...ports,
        rows: { putRows: async (added) => added.forEach(keep) },
        sinks: [send],
        livemode,
      }),
    health,
    rows,
    counts: () => addToTally(undefined, counted),
  };
};

/** As a stream tells when something was written. Unix milliseconds. */
export const inSeconds = (at: number): number => Math.floor(at / 1000) * 1000;
