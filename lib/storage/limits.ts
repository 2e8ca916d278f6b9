import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { LimitWrite } from '../types/ports.ts';
import type { Item } from './items.ts';

/** One part of a transaction. */
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/**
 * A limit as an update. `n` counts, `ttl` (Unix seconds) ends the window, `blocked` refuses. DynamoDB may delete ended items much later, so a window
 * that has passed is restarted here.
 */
export const limitUpdate = (table: string, write: LimitWrite, now_s: number): TransactItem => {
  const until = now_s + write.window_s;
  const update = { TableName: table, Key: { id: write.id }, ExpressionAttributeNames: { '#ttl': 'ttl' } };
  switch (write.limit) {
    case 'take':
      return {
        Update: {
          ...update,
          UpdateExpression: 'SET #ttl = if_not_exists(#ttl, :until) ADD n :one',
          ConditionExpression:
            'attribute_not_exists(id) OR (#ttl > :now AND attribute_not_exists(blocked) AND n < :max)',
          ExpressionAttributeValues: { ':until': until, ':one': 1, ':now': now_s, ':max': write.max },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      };
    case 'give_back':
      return {
        Update: {
          ...update,
          UpdateExpression: 'SET #ttl = if_not_exists(#ttl, :until) ADD n :minus_one',
          ExpressionAttributeValues: { ':until': until, ':minus_one': -1 },
        },
      };
    case 'block':
      return {
        Update: {
          ...update,
          UpdateExpression: 'SET #ttl = :until, blocked = :true ADD n :zero',
          ExpressionAttributeValues: { ':until': until, ':true': true, ':zero': 0 },
        },
      };
    default:
      return write satisfies never;
  }
};

/** The same limit, restarted after its window has passed: succeeds only if no other call has restarted it. */
export const limitRestart = (table: string, write: LimitWrite, now_s: number, stale: Item): TransactItem => ({
  Put: {
    TableName: table,
    Item: { id: write.id, n: 1, ttl: now_s + write.window_s },
    ConditionExpression: '#ttl = :stale',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':stale': endOfLimit(stale) },
  },
});

/** When a limit's window ends, in Unix seconds. */
export const endOfLimit = (item: Item): number => Number(item.ttl ?? 0);
