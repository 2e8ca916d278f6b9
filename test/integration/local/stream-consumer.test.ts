import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { type AwsServer, startAwsServer } from '../../../local/aws/start-aws-server.ts';
import { startStreamConsumer } from '../../../local/service/start-stream-consumer.ts';
import { temporaryFolder } from '../service/start-service.ts';
import { until } from '../service/until.ts';

let streams: AwsServer;
let stop: () => void;
afterEach(async () => {
  stop();
  await streams.close();
});

type Event = {
  readonly Records: readonly { readonly dynamodb: { readonly SequenceNumber: string } }[];
  readonly state: { readonly first?: number; readonly n?: number };
  readonly isFinalInvokeForWindow?: boolean;
};

/** One stream of one shard that never ends. Its records are numbered from one, and all of the second that is just over. */
const serveRecords = (count: () => number): Promise<AwsServer> => {
  const second = Math.floor(Date.now() / 1000) - 2;
  const answers: Readonly<Record<string, (body: Readonly<Record<string, string>>) => object>> = {
    ListStreams: () => ({ Streams: [{ StreamArn: 'stream' }] }),
    DescribeStream: () => ({ StreamDescription: { Shards: [{ ShardId: 'shard' }] } }),
    GetShardIterator: ({ SequenceNumber = '0' }) => ({ ShardIterator: SequenceNumber }),
    GetRecords: ({ ShardIterator }) => ({
      Records: Array.from({ length: count() - Number(ShardIterator) }, (_, index) => ({
        dynamodb: {
          SequenceNumber: String(Number(ShardIterator) + index + 1),
          ApproximateCreationDateTime: second,
          // Every third says who asked for it.
          NewImage: (Number(ShardIterator) + index) % 3 === 1 ? { act: { M: {} } } : {},
        },
      })),
      NextShardIterator: String(count()),
    }),
  };
  return startAwsServer(({ headers, body }) => {
    const [, operation = ''] = String(headers['x-amz-target']).split('.');
    return { status: 200, body: JSON.stringify(answers[operation]?.(JSON.parse(body.toString()))) };
  }, {});
};

test('a window whose count got no answer takes no more records, and loses none', async () => {
  let records = 2;
  streams = await serveRecords(() => records);
  let counted = 0;
  let last = 0;
  let ended = 0;
  const errors: unknown[] = [];
  /** Counts as `record-events` does: at the end of a window, and only what begins behind what was counted. */
  const invoke = async (_: string, { Records, state, isFinalInvokeForWindow }: Event) => {
    const numbers = Records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));
    const { first = numbers[0] ?? 0, n = 0 } = state;
    const sum = n + numbers.length;
    if (isFinalInvokeForWindow) {
      ended += 1;
      if (first > last) {
        counted += sum;
        last = first + sum - 1;
      }
      if (ended === 1) {
        records = 3;
        throw new Error('the answer is lost');
      }
    }
    return { batchItemFailures: [], state: { first, n: sum } };
  };
  stop = startStreamConsumer({
    store: { url: streams.url, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } },
    tables: [{ name: 'charges', window_s: 1 }],
    invoke: (name, event) => invoke(name, event as Event),
    onError: (_, error) => errors.push(error),
  });
  await until(
    async () => ended,
    (times) => times >= 3,
  );
  expect([counted, last]).toEqual([3, 3]);
  expect(errors).toHaveLength(1);
});

test('only records with the attribute of the table are handed on, and the others are not read again', async () => {
  let records = 7;
  streams = await serveRecords(() => records);
  const handed: string[][] = [];
  const { path, remove } = temporaryFolder();
  stop = startStreamConsumer({
    store: { url: streams.url, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } },
    tables: [{ name: 'events', stream_of: 'act' }],
    positions: join(path, 'streams.json'),
    invoke: async (_, event) => {
      handed.push((event as Event).Records.map(({ dynamodb }) => dynamodb.SequenceNumber));
      return { batchItemFailures: [], state: {} };
    },
    onError: () => {},
  });
  const position = async () => {
    try {
      return readFileSync(join(path, 'streams.json'), 'utf8');
    } catch {
      return '';
    }
  };
  await until(position, (kept) => kept.includes('"at":"7"'));
  records = 9;
  await until(position, (kept) => kept.includes('"at":"9"'));
  remove();
  expect(handed).toEqual([['2', '5'], ['8']]);
});
