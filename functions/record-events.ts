import type { HealthTally } from '../lib/domain-events/health/health-tally.ts';
import { keepHealth } from '../lib/domain-events/health/keep-health.ts';
import { recordWindow } from '../lib/domain-events/record-window.ts';
import type { Tally } from '../lib/domain-events/tally.ts';
import { healthPorts } from '../lib/runtime/health.ts';
import { recordingLog, recordingPorts } from '../lib/runtime/recording.ts';
import { defined } from '../lib/types/defined.ts';
import type { StreamRecord } from '../lib/types/stream-record.ts';

/** Lambda's input. A stream without windows has only records, and counts nothing; the check before a deployment has none. */
type Delivery = {
  readonly Records?: readonly StreamRecord[];
  readonly shardId?: string;
  readonly state?: WindowState;
  readonly isFinalInvokeForWindow?: boolean;
  readonly isWindowTerminatedEarly?: boolean;
};

/** The state passed between the parts of a window. */
type WindowState = { readonly tally?: Tally; readonly health?: HealthTally };

/** Lambda delivers again from the first record that is named as failed. It treats a response without `state` as a failure. */
type Answer = {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string | undefined }[];
  readonly state: WindowState;
};

/** Receives the streams of sessions, charges, rules and API keys. */
export const handler = async ({
  Records = [],
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
  if (last) await keepHealth(healthPorts(recordingLog));
  return {
    batchItemFailures: again
      .slice(0, 1)
      .map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber })),
    state: { ...defined({ tally }), ...(health.length > 0 && { health }) },
  };
};
