import { type TableId, tableName } from '../../../lib/storage/tables.ts';
import type { Asked, FaultyProxy } from '../storage/faulty-proxy.ts';

/**
 * What a call asks of DynamoDB. Not counted: the timers beside it, which only query their indexes; the consumer of the streams, which writes its
 * own table; the poll of the rules and their versions; and what a slow store made the client send again.
 */
export const countCalls = async <T>(
  wire: FaultyProxy,
  ask: () => Promise<T>,
): Promise<{ readonly answer: T; readonly calls: readonly string[]; readonly asked: readonly Asked[] }> => {
  wire.requests();
  const answer = await ask();
  const asked = wire.requests().filter((request) => !request.again && !isBeside(request));
  return { answer, asked, calls: asked.map(({ operation }) => operation) };
};

export const isRecording = ({ operation, body }: Asked): boolean =>
  ['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords'].includes(operation) ||
  namesTable(body, 'events');

/** No payment is in the tables of rules and configuration. */
const isBeside = (request: Asked): boolean =>
  request.operation === 'Query' ||
  isRecording(request) ||
  (['rules', 'configuration'] as const).some((table) => namesTable(request.body, table));

/** A write or a read of one names its table as a value; a read of several, as a key. */
const namesTable = (body: string, table: TableId): boolean => body.includes(`"${tableName('local', table)}"`);
