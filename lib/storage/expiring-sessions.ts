import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { ExpiringSessions } from '../types/ports.ts';
import { callStorage } from './call-storage.ts';
import { listPartitions } from './list-keys.ts';
import type { Storage } from './storage.ts';
import { expiryIndex } from './tables.ts';

/** See `ExpiringSessions`. One query per shard. */
export const createExpiringSessions = (storage: Storage): ExpiringSessions => ({
  over: async (now_s, limit) => {
    const pages = await Promise.all(
      listPartitions().map(async (shard) => {
        const command = new QueryCommand({
          TableName: storage.tables.sessions,
          IndexName: expiryIndex.name,
          KeyConditionExpression: 'expire_shard = :shard AND expires_at <= :now',
          ExpressionAttributeValues: { ':shard': shard, ':now': now_s },
          Limit: limit,
        });
        const { Items = [] } = await callStorage(storage, () => storage.client.send(command));
        return Items.map(({ id }) => String(id));
      }),
    );
    return pages.flat();
  },
});
