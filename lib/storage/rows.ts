import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { RowStore } from '../types/ports.ts';
import { recordFormat } from '../types/records.ts';
import type { Row } from '../types/row.ts';
import type { Item } from './items.ts';
import { listAttributes } from './list-keys.ts';
import type { Storage } from './storage.ts';
import { unlessRefused } from './unless-refused.ts';

/** Derived rows in the table of events: one conditional put each. */
export const createRowStore = (storage: Storage): RowStore => ({
  putRows: async (rows) => {
    await Promise.all(rows.map((row) => putRow(storage, row)));
  },
});

const putRow = async (storage: Storage, row: Row): Promise<void> => {
  const command = new PutCommand({
    TableName: storage.tables.events,
    Item: toRowItem(row),
    ConditionExpression: 'attribute_not_exists(id) OR rev < :rev',
    ExpressionAttributeValues: { ':rev': row.rev },
  });
  await unlessRefused(storage, () => storage.client.send(command));
};

export const toRowItem = ({ id, kind, rev, created_ms, ttl, facets, body }: Row): Item => ({
  id,
  v: recordFormat,
  rev,
  body,
  ttl,
  ...facets,
  ...listAttributes(id, created_ms, kind),
});
