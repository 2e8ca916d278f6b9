import type { Exceeded, LimitWrite } from '../types/ports.ts';
import { cardRefusal, cardUpdate, renewedCard } from './card-tries.ts';
import type { Item } from './items.ts';
import type { TransactItem } from './transact-item.ts';

/**
 * A limit as an update. `n` counts, or the set `ones`; `ttl` (Unix seconds) ends the window. DynamoDB may delete expired items much later, so
 * `limitRenewal` restarts a window that has passed.
 */
export const limitUpdate = (table: string, write: LimitWrite, now_s: number): TransactItem => {
  switch (write.limit) {
    case 'take':
      return takeUpdate(table, write, now_s);
    case 'take_one':
      return takeOneUpdate(table, write, now_s);
    case 'put_back':
      return putBackUpdate(table, write, now_s);
    default:
      return cardUpdate(table, write, now_s);
  }
};

type Kind<Limit extends LimitWrite['limit']> = Extract<LimitWrite, { readonly limit: Limit }>;

const takeUpdate = (table: string, write: Kind<'take'>, now_s: number): TransactItem => ({
  Update: {
    TableName: table,
    Key: { id: write.id },
    UpdateExpression: 'SET #ttl = if_not_exists(#ttl, :until) ADD n :one',
    ConditionExpression: 'attribute_not_exists(id) OR (#ttl > :now AND n < :max)',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':until': now_s + write.window_s,
      ':one': 1,
      ':now': now_s,
      ':max': write.max,
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

const takeOneUpdate = (table: string, write: Kind<'take_one'>, now_s: number): TransactItem => ({
  Update: {
    TableName: table,
    Key: { id: write.id },
    UpdateExpression: 'SET #ttl = if_not_exists(#ttl, :until) ADD ones :one',
    ConditionExpression:
      'attribute_not_exists(id) OR (#ttl > :now AND (attribute_not_exists(ones) OR size(ones) < :max))',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':until': now_s + write.window_s,
      ':one': new Set([write.one]),
      ':now': now_s,
      ':max': write.max,
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

/** Without a condition, because it is part of a write that must not fail. Deleting an element that is not in a set changes nothing. */
const putBackUpdate = (table: string, write: Kind<'put_back'>, now_s: number): TransactItem => ({
  Update: {
    TableName: table,
    Key: { id: write.id },
    UpdateExpression: 'SET #ttl = if_not_exists(#ttl, :until) DELETE ones :one',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':until': now_s + write.window_s, ':one': new Set([write.one]) },
  },
});

/** Why a limit refused, from the item returned; undefined if it only has to be renewed. */
export const limitRefusal = (write: LimitWrite, now_s: number, item: Item): Exceeded | undefined => {
  switch (write.limit) {
    case 'try':
      return cardRefusal(item, write, now_s);
    case 'take':
    case 'take_one':
      return endOfLimit(item) > now_s ? { id: write.id, until: endOfLimit(item) } : undefined;
    default:
      return undefined;
  }
};

/** The same limit without the expired part: succeeds only if no other call has changed it. Undefined if it stays refused. */
export const limitRenewal = (
  table: string,
  write: LimitWrite,
  now_s: number,
  stale: Item,
): TransactItem | undefined => {
  if (limitRefusal(write, now_s, stale)) return undefined;
  switch (write.limit) {
    case 'try':
      return renewedCard(table, write, now_s, stale);
    case 'take':
    case 'take_one':
      return {
        Put: {
          TableName: table,
          Item: { id: write.id, ...firstOf(write), ttl: now_s + write.window_s },
          ConditionExpression: '#ttl = :stale',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':stale': endOfLimit(stale) },
        },
      };
    default:
      return undefined;
  }
};

const firstOf = (write: Kind<'take' | 'take_one'>) =>
  write.limit === 'take' ? { n: 1 } : { ones: new Set([write.one]) };

/** When a limit's window ends, in Unix seconds. */
const endOfLimit = (item: Item): number => Number(item.ttl ?? 0);
