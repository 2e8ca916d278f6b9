import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { StreamRecord } from '../../lib/types/stream-record.ts';
import { signCall } from './sign-call.ts';
import type { Store } from './store-of.ts';

/** A store's streams, over its own wire format. Every method rejects if the answer is not a success. */
export type Streams = {
  /** The table's stream; undefined if it has none. */
  readonly streamOf: (table: string) => Promise<string | undefined>;
  readonly shards: (stream: string) => Promise<readonly Shard[]>;
  /** An iterator after the record with that sequence number, or at the oldest record that is kept. */
  readonly iterator: (stream: string, shard: string, after: string | undefined) => Promise<string>;
  /** If there is no `next`, the shard has ended. */
  readonly read: (
    iterator: string,
  ) => Promise<{ readonly records: readonly StreamRecord[]; readonly next: string | undefined }>;
};

export type Shard = { readonly ShardId: string; readonly ParentShardId?: string };

/** As many as Lambda delivers at once. */
const mostRecords = 100;

export const streamsOf = (store: Store): Streams => ({
  streamOf: async (table) => {
    const { Streams = [] } = await call(store, 'ListStreams', { TableName: table });
    return (Streams as readonly { readonly StreamArn: string }[])[0]?.StreamArn;
  },
  shards: async (stream) => {
    const { StreamDescription } = await call(store, 'DescribeStream', { StreamArn: stream });
    return (StreamDescription as { readonly Shards: readonly Shard[] }).Shards;
  },
  iterator: async (stream, shard, after) => {
    const place =
      after === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after };
    const { ShardIterator } = await call(store, 'GetShardIterator', {
      StreamArn: stream,
      ShardId: shard,
      ...place,
    });
    return String(ShardIterator);
  },
  read: async (iterator) => {
    const { Records, NextShardIterator } = await call(store, 'GetRecords', {
      ShardIterator: iterator,
      Limit: mostRecords,
    });
    return {
      records: Records as readonly StreamRecord[],
      next: NextShardIterator === undefined ? undefined : String(NextShardIterator),
    };
  },
});

/** Not `fetch`: streams are polled many times a second, all day, and an idle service would use half as much processor time again. */
const call = async (
  store: Store,
  operation: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> => {
  const { request } = store.url.startsWith('https:') ? https : http;
  const sent = JSON.stringify(body);
  const headers = await signCall(store, `DynamoDBStreams_20120810.${operation}`, sent);
  const asked = request(store.url, { method: 'POST', headers, signal: AbortSignal.timeout(10_000) });
  // Once there is an answer, reading it fails too.
  asked.on('error', () => {});
  asked.end(sent);
  const [response]: IncomingMessage[] = await once(asked, 'response');
  if (response === undefined) throw new Error(`${operation}: no answer`);
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`${operation}: ${response.statusCode} ${answer}`);
  return JSON.parse(answer);
};
