import { GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { deriveRows } from '../../../lib/domain-events/derive-events.ts';
import { listPartitions } from '../../../lib/storage/list-keys.ts';
import { createRowStore } from '../../../lib/storage/rows.ts';
import { timeIndex } from '../../../lib/storage/tables.ts';
import type { RecordChange } from '../../../lib/types/record-change.ts';
import { sampleSession } from '../../contract/sample-records.ts';
import { openStorage } from './open-storage.ts';

const { connection: client, storage } = await openStorage();
const store = createRowStore(storage);

const paid: RecordChange = {
  table: 'sessions',
  at: 1_763_630_000_000,
  before: sampleSession('cs_1', { payment_status: 'processing', rev: 2 }),
  after: sampleSession('cs_1', { payment_status: 'paid', rev: 3, charge: 'ch_1', reference: 'order-1' }),
};

const stored = async (id: string) =>
  (await client.send(new GetItemCommand({ TableName: 'events', Key: { id: { S: id } } }))).Item;

const listed = async (kind: string) => {
  const pages = await Promise.all(
    listPartitions(kind).map((partition) =>
      client.send(
        new QueryCommand({
          TableName: 'events',
          IndexName: timeIndex.name,
          KeyConditionExpression: 'list_shard = :shard',
          ExpressionAttributeValues: { ':shard': { S: partition } },
        }),
      ),
    ),
  );
  return pages.flatMap(({ Items = [] }) => Items);
};

describe('rows', () => {
  test('an event is stored once, with its exact bytes, and listed by what never changes', async () => {
    const { events, rows } = deriveRows(paid);
    const [event] = events;
    await store.putRows(rows);
    await store.putRows(deriveRows(paid).rows);
    expect(events.map(({ type }) => type)).toEqual(['checkout.session.paid']);
    expect((await stored(event?.id ?? ''))?.body).toEqual({ S: JSON.stringify(event) });
    expect(await listed('event')).toEqual([
      {
        id: { S: event?.id },
        list_shard: { S: expect.stringMatching(/^event#[0-3]$/) },
        list_key: { S: `1763630000000#${event?.id}` },
        type: { S: 'checkout.session.paid' },
        object: { S: 'cs_1' },
        livemode: { BOOL: false },
      },
    ]);
  });

  test('a row is replaced by a later revision, never by an earlier one', async () => {
    const row = (rev: number) => ({
      id: 're_1',
      kind: 'refund' as const,
      rev,
      created_ms: 1_763_630_000_000,
      facets: { charge: 'ch_1' },
      body: JSON.stringify({ rev }),
    });
    for (const rev of [2, 3, 1, 3]) await store.putRows([row(rev)]);
    expect((await stored('re_1'))?.body).toEqual({ S: '{"rev":3}' });
  });
});
