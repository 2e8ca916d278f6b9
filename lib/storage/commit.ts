import { createHash } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  PutItemCommand,
  type PutItemCommandInput,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import type { CommitResult, Write } from '../types/ports.ts';
import type { AttributeMap } from './attribute-value.ts';
import { callStorage } from './call-storage.ts';
import { fromChargeItem, fromSessionItem, toItem } from './items.ts';
import type { Storage } from './storage.ts';

/** Writes one item with a put, since a transaction costs twice as much, and several with a transaction. See `PaymentStore.commit`. */
export const commit = async (storage: Storage, writes: readonly Write[]): Promise<CommitResult> => {
  const [first, second] = writes;
  if (first === undefined) return { ok: true };
  return second === undefined ? commitOne(storage, first) : commitAll(storage, writes);
};

const commitOne = async (storage: Storage, write: Write): Promise<CommitResult> =>
  callStorage(
    storage,
    async () => {
      await storage.client.send(new PutItemCommand(put(storage, write)));
      return { ok: true };
    },
    (error) =>
      error instanceof ConditionalCheckFailedException ? readRefusal([write], [error.Item]) : undefined,
  );

const commitAll = async (storage: Storage, writes: readonly Write[]): Promise<CommitResult> =>
  callStorage(
    storage,
    async () => {
      await storage.client.send(
        new TransactWriteItemsCommand({
          TransactItems: writes.map((write) => ({ Put: put(storage, write) })),
          ClientRequestToken: requestToken(writes),
        }),
      );
      return { ok: true };
    },
    (error) => {
      if (!(error instanceof TransactionCanceledException)) return undefined;
      const reasons = error.CancellationReasons ?? [];
      return reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')
        ? readRefusal(
            writes,
            reasons.map(({ Item }) => Item),
          )
        : undefined;
    },
  );

const put = (storage: Storage, write: Write) =>
  ({
    TableName: storage.tables[write.table],
    Item: toItem(write),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ...(write.expects === 'absent'
      ? { ConditionExpression: 'attribute_not_exists(id)' }
      : {
          ConditionExpression: 'rev = :rev',
          ExpressionAttributeValues: { ':rev': { N: String(write.expects) } },
        }),
  }) satisfies PutItemCommandInput;

/** A transaction is all or none, so one item that carries its own write proves that all of it happened. */
const readRefusal = (
  writes: readonly Write[],
  items: readonly (AttributeMap | undefined)[],
): CommitResult => {
  const own = writes.some(({ item }, index) => items[index]?.write?.S === item.write);
  if (own) return { ok: true };
  const current = writes.map(({ table }, index) => {
    const item = items[index];
    if (item === undefined) return undefined;
    return table === 'sessions' ? fromSessionItem(item) : fromChargeItem(item);
  });
  return { ok: false, current };
};

/** The same writes give the same token (36 characters at most), so that DynamoDB knows a repeated call for ten minutes. */
const requestToken = (writes: readonly Write[]): string => {
  const names = writes.map(({ item }) => [item.id, item.rev, item.write]);
  return createHash('sha256').update(JSON.stringify(names)).digest('base64url').slice(0, 36);
};
