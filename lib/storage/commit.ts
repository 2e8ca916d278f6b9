import { createHash } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  PutItemCommand,
  type PutItemCommandInput,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import type { CommitResult, LimitWrite, Write } from '../types/ports.ts';
import type { AttributeMap } from './attribute-value.ts';
import { callStorage } from './call-storage.ts';
import { fromChargeItem, fromSessionItem, toItem } from './items.ts';
import { endOfLimit, limitRestart, limitUpdate } from './limit-items.ts';
import type { Storage } from './storage.ts';

/** Writes one item with a put, since a transaction costs twice as much, and several with a transaction. See `PaymentStore.commit`. */
export const commit = async (
  storage: Storage,
  writes: readonly Write[],
  limits: readonly LimitWrite[] = [],
): Promise<CommitResult> => {
  const [first, second] = writes;
  if (first === undefined) return { ok: true };
  if (second === undefined && limits.length === 0) return commitOne(storage, first);
  const now_s = Math.floor(storage.clock.now() / 1000);
  const counted = limits.map((limit) => limitUpdate(storage.tables.limits, limit, now_s));
  const refused = await commitAll(storage, writes, counted);
  if (!('items' in refused)) return refused;
  const standing = refused.items.slice(writes.length);
  const stale = standing.map((item) => item !== undefined && endOfLimit(item) <= now_s);
  if (!stale.some(Boolean)) return readRefusal(writes, refused.items, limits);
  const restarted = limits.map((limit, index) => {
    const item = standing[index];
    return stale[index] && item
      ? limitRestart(storage.tables.limits, limit, now_s, item)
      : (counted[index] as TransactWriteItem);
  });
  const again = await commitAll(storage, writes, restarted);
  return 'items' in again ? readRefusal(writes, again.items, limits) : again;
};

const commitOne = async (storage: Storage, write: Write): Promise<CommitResult> =>
  callStorage(
    storage,
    async () => {
      await storage.client.send(new PutItemCommand(put(storage, write)));
      return { ok: true };
    },
    (error) =>
      error instanceof ConditionalCheckFailedException ? readRefusal([write], [error.Item], []) : undefined,
  );

/** The items whose conditions failed, record writes first. */
type Refused = { readonly items: readonly (AttributeMap | undefined)[] };

const commitAll = async (
  storage: Storage,
  writes: readonly Write[],
  limits: readonly TransactWriteItem[],
): Promise<{ readonly ok: true } | Refused> =>
  callStorage<{ readonly ok: true } | Refused>(
    storage,
    async () => {
      await storage.client.send(
        new TransactWriteItemsCommand({
          TransactItems: [...writes.map((write) => ({ Put: put(storage, write) })), ...limits],
          ClientRequestToken: requestToken(writes, limits),
        }),
      );
      return { ok: true };
    },
    (error) => {
      if (!(error instanceof TransactionCanceledException)) return undefined;
      const reasons = error.CancellationReasons ?? [];
      return reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')
        ? { items: reasons.map(({ Item }) => Item) }
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
  limits: readonly LimitWrite[],
): CommitResult => {
  const own = writes.some(({ item }, index) => items[index]?.write?.S === item.write);
  if (own) return { ok: true };
  const current = writes.map(({ table }, index) => {
    const item = items[index];
    if (item === undefined) return undefined;
    return table === 'sessions' ? fromSessionItem(item) : fromChargeItem(item);
  });
  const exceeded = limits.flatMap(({ id }, index) => {
    const item = items[writes.length + index];
    return item === undefined ? [] : [{ id, until: endOfLimit(item) }];
  });
  return { ok: false, current, exceeded };
};

/** The same writes give the same token (36 characters at most), so that DynamoDB knows a repeated call for ten minutes. */
const requestToken = (writes: readonly Write[], limits: readonly TransactWriteItem[]): string => {
  const names = writes.map(({ item }) => [item.id, item.rev, item.write]);
  return createHash('sha256')
    .update(JSON.stringify([names, limits]))
    .digest('base64url')
    .slice(0, 36);
};
