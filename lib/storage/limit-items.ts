import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { LimitWrite } from '../types/ports.ts';
import type { AttributeMap } from './attribute-value.ts';

/**
 * A limit as an update. `n` counts, `ttl` (Unix seconds) ends the window, `blocked` refuses. DynamoDB deletes what has ended when it likes, so a
 * window that has passed is begun anew here.
 */
export const limitUpdate = (table: string, write: LimitWrite, now_s: number): TransactWriteItem => {
  const until = { N: String(now_s + write.window_s) };
  const update = { TableName: table, Key: { id: { S: write.id } } };
  switch (write.limit) {
    case 'take':
      return {
        Update: {
          ...update,
          UpdateExpression: 'SET #ttl = if_not_exists(#ttl, :until) ADD n :one',
          ConditionExpression:
            'attribute_not_exists(id) OR (#ttl > :now AND attribute_not_exists(blocked) AND n < :max)',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: {
            ':until': until,
            ':one': { N: '1' },
            ':now': { N: String(now_s) },
            ':max': { N: String(write.max) },
          },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      };
    case 'give_back':
      return {
        Update: {
          ...update,
          UpdateExpression: 'SET #ttl = if_not_exists(#ttl, :until) ADD n :minus_one',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':until': until, ':minus_one': { N: '-1' } },
        },
      };
    case 'block':
      return {
        Update: {
          ...update,
          UpdateExpression: 'SET #ttl = :until, blocked = :true ADD n :zero',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':until': until, ':true': { BOOL: true }, ':zero': { N: '0' } },
        },
      };
    default:
      return write satisfies never;
  }
};

/** The same limit whose old window has passed, begun anew: it holds only as long as nobody else has begun it. */
export const limitRestart = (
  table: string,
  write: LimitWrite,
  now_s: number,
  stale: AttributeMap,
): TransactWriteItem => ({
  Put: {
    TableName: table,
    Item: { id: { S: write.id }, n: { N: '1' }, ttl: { N: String(now_s + write.window_s) } },
    ConditionExpression: '#ttl = :stale',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':stale': stale.ttl ?? { N: '0' } },
  },
});

/** When a limit's window ends, Unix seconds. */
export const endOfLimit = (item: AttributeMap | undefined): number => Number(item?.ttl?.N ?? 0);
