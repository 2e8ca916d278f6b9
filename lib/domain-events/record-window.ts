import type { CardCap } from '../routing/health/card-cap.ts';
import type { HourCounters } from '../types/hour-count.ts';
import { addParts } from './health/add-parts.ts';
import type { HealthPorts } from './health/health-ports.ts';
import { addToHealthTally, type HealthTally } from './health/health-tally.ts';
import { type RecordingPorts, recordBatch } from './record-batch.ts';
import { addToTally, type Tally } from './tally.ts';

export type WindowPorts<Delivered> = RecordingPorts<Delivered> &
  Pick<HealthPorts, 'health' | 'clock' | 'tick_s'> & {
    readonly counters: HourCounters;
    readonly cardCounts: CardCap;
    /** A record's position in its shard. */
    readonly sequenceOf: (delivered: Delivered) => string;
  };

/** Part of a window of one shard. `tally`, `health`: the totals of the parts before; `last`: no part follows. */
export type WindowPart<Delivered> = {
  readonly shard: string;
  readonly batch: readonly Delivered[];
  readonly tally: Tally;
  readonly health: HealthTally;
  readonly last: boolean;
};

/**
 * Records a part of a window (see `recordBatch`), and writes the counts when the window ends: the number of writes depends on windows, not on
 * traffic. If one record must be delivered again, the whole part must, and its tallies stay as they were, so that nothing counts twice. Throws
 * `ApiError('storage_unavailable')` if the counters do not respond; then too the part must be delivered again.
 */
export const recordWindow = async <Delivered>(
  ports: WindowPorts<Delivered>,
  { shard, batch, tally, health, last }: WindowPart<Delivered>,
): Promise<{ readonly again: readonly Delivered[]; readonly tally: Tally; readonly health: HealthTally }> => {
  const { again, counts } = await recordBatch(ports, batch);
  if (again.length > 0) return { again: batch, tally, health };
  const recorded = counts.map(({ delivered, ...one }) => ({ sequence: ports.sequenceOf(delivered), ...one }));
  const sum = addToTally(tally, recorded);
  const attempts = recorded.reduce(
    (before, { sequence, attempt }) =>
      attempt === undefined ? before : addToHealthTally(before, { sequence, attempt }, ports),
    health,
  );
  if (!last) return { again, tally: sum, health: attempts };
  if (sum) await ports.counters.add(shard, sum);
  await addParts(ports, shard, attempts);
  return { again, tally: undefined, health: [] };
};
