import type { HourCounters } from '../types/hour-count.ts';
import { type RecordingPorts, recordBatch } from './record-batch.ts';
import { type Tally, tallied } from './tally.ts';

export type WindowPorts<Delivered> = RecordingPorts<Delivered> & {
  readonly counters: HourCounters;
  /** A record's place in its shard. */
  readonly sequenceOf: (delivered: Delivered) => string;
};

/** Part of a window of one shard. `tally`: what its parts before came to; `last`: no part follows. */
export type WindowPart<Delivered> = {
  readonly shard: string;
  readonly batch: readonly Delivered[];
  readonly tally: Tally;
  readonly last: boolean;
};

/**
 * Records a part of a window (see `recordBatch`), and writes what was counted when the window ends: writes are bounded by windows, not by traffic. If
 * a record is to come again, the whole part is, and its tally stays what it was, so that nothing counts twice. Throws
 * `ApiError('storage_unavailable')` if the counters do not answer: the part is to come again then, too.
 */
export const recordWindow = async <Delivered>(
  ports: WindowPorts<Delivered>,
  { shard, batch, tally, last }: WindowPart<Delivered>,
): Promise<{ readonly again: readonly Delivered[]; readonly tally: Tally }> => {
  const { again, counts } = await recordBatch(ports, batch);
  if (again.length > 0) return { again: batch, tally };
  const sum = tallied(
    tally,
    counts.map(({ delivered, counts }) => ({ sequence: ports.sequenceOf(delivered), counts })),
  );
  if (!last) return { again, tally: sum };
  if (sum) await ports.counters.add(shard, sum);
  return { again, tally: undefined };
};
