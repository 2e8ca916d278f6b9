import { healthPorts } from '../lib/edge/health.ts';
import { recordingPorts, recordingReport } from '../lib/edge/recording.ts';
import type { HealthTally } from '../lib/events/health/health-tally.ts';
import { keepHealth } from '../lib/events/health/keep-health.ts';
import { recordWindow } from '../lib/events/record-window.ts';
import type { Tally } from '../lib/events/tally.ts';
import type { StreamRecord } from '../lib/types/stream-record.ts';

/** What Lambda hands over. A stream that is not cut into windows counts nothing and has none of the rest. */
type Delivery = {
  readonly Records: readonly StreamRecord[];
  readonly shardId?: string;
  readonly state?: WindowState;
  readonly isFinalInvokeForWindow?: boolean;
  readonly isWindowTerminatedEarly?: boolean;
};

/** What a window's parts hand on. */
type WindowState = { readonly tally?: Tally; readonly health?: HealthTally };

/** Lambda delivers again from the first record that is named as failed. An answer without `state` is a failure to it. */
type Answer = {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string | undefined }[];
  readonly state: WindowState;
};

/** Takes the streams of sessions, charges, rules and API keys. */
export const handler = async ({
  Records,
  shardId = '',
  state = {},
  isFinalInvokeForWindow = false,
  isWindowTerminatedEarly = false,
}: Delivery): Promise<Answer> => {
  const last = isFinalInvokeForWindow || isWindowTerminatedEarly;
  const { again, tally, health } = await recordWindow(recordingPorts(), {
    shard: shardId,
    batch: Records,
    tally: state.tally,
    health: state.health ?? [],
    last,
  });
  if (last) await keepHealth(healthPorts(recordingReport));
  return {
    batchItemFailures: again
      .slice(0, 1)
      .map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber })),
    state: { ...(tally !== undefined && { tally }), ...(health.length > 0 && { health }) },
  };
};
