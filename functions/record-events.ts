import { recordingPorts } from '../lib/edge/recording.ts';
import { recordBatch } from '../lib/events/record-batch.ts';
import type { StreamRecord } from '../lib/types/stream-record.ts';

type Failures = { readonly batchItemFailures: readonly { readonly itemIdentifier: string | undefined }[] };

/** Takes the streams of sessions, charges, rules and API keys. Lambda delivers again from the first record that is named as failed. */
export const handler = async ({
  Records,
}: {
  readonly Records: readonly StreamRecord[];
}): Promise<Failures> => {
  const { again } = await recordBatch(recordingPorts(), Records);
  return { batchItemFailures: again.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber })) };
};
