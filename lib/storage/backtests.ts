import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Backtests } from '../types/backtest.ts';
import { callStorage } from './call-storage.ts';
import { refuseNewer } from './record-format.ts';
import type { Storage } from './storage.ts';

const kept_s = 30 * 86_400;

/** Backtests as items in the table of events. */
export const createBacktests = (storage: Storage): Backtests => ({
  find: async (id) => {
    const command = new GetCommand({
      TableName: storage.tables.events,
      Key: { id },
      ConsistentRead: true,
    });
    const { Item } = await callStorage(storage, () => storage.client.send(command));
    if (Item === undefined) return undefined;
    refuseNewer(Item);
    return JSON.parse(String(Item.body));
  },
  write: (backtest) => {
    const { v, id, rev, created } = backtest;
    const command = new PutCommand({
      TableName: storage.tables.events,
      Item: { id, v, rev, body: JSON.stringify(backtest), ttl: Math.floor(created / 1000) + kept_s },
      ...(rev === 1
        ? { ConditionExpression: 'attribute_not_exists(id)' }
        : { ConditionExpression: 'rev = :rev', ExpressionAttributeValues: { ':rev': rev - 1 } }),
    });
    return callStorage(
      storage,
      async () => {
        await storage.client.send(command);
        return true;
      },
      (error) => (error instanceof ConditionalCheckFailedException ? false : undefined),
    );
  },
});
