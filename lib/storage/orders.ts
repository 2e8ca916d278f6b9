import type { OrderWrite } from '../types/ports.ts';
import { recordFormat } from '../types/records.ts';
import type { Item } from './items.ts';
import { refuseNewer } from './refuse-newer.ts';
import type { TransactItem } from './transact-item.ts';

/**
 * The claim on an order as an update. `holder` is a set with the session that holds the order, or with all that have paid it: removing an element
 * from a set needs no condition, so a release never fails a transaction and ends only this session's claim.
 */
export const orderUpdate = (table: string, { order, id, session }: OrderWrite): TransactItem => {
  const update = { TableName: table, Key: { id } };
  const holder = new Set([session]);
  switch (order) {
    case 'take':
      return {
        Update: {
          ...update,
          UpdateExpression: 'SET v = :v ADD holder :holder',
          ConditionExpression:
            '(attribute_not_exists(v) OR v <= :v) AND (attribute_not_exists(holder) OR contains(holder, :session))',
          ExpressionAttributeValues: { ':v': recordFormat, ':holder': holder, ':session': session },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      };
    case 'join':
      return {
        Update: {
          ...update,
          UpdateExpression: 'SET v = :v ADD holder :holder',
          ConditionExpression: 'attribute_not_exists(v) OR v <= :v',
          ExpressionAttributeValues: { ':v': recordFormat, ':holder': holder },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      };
    case 'give_back':
      return {
        Update: {
          ...update,
          UpdateExpression: 'DELETE holder :holder',
          ExpressionAttributeValues: { ':holder': holder },
        },
      };
    default:
      return order satisfies never;
  }
};

/** A session that holds the order. Throws `ApiError('storage_unavailable')` if a newer release wrote it. */
export const orderHolder = (item: Item): string | undefined => {
  refuseNewer(item);
  const [session] = item.holder instanceof Set ? item.holder : [];
  return session;
};
