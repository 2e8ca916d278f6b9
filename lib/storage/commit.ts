import { hash } from 'node:crypto';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, type PutCommandInput, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { defined } from '../types/defined.ts';
import type { CommitResult, LimitWrite, OrderWrite, Write } from '../types/ports.ts';
import { recordFormat } from '../types/records.ts';
import { callStorage } from './call-storage.ts';
import { fromChargeItem, fromSessionItem, type Item, toItem } from './items.ts';
import { limitRefusal, limitRenewal, limitUpdate } from './limits.ts';
import { orderHolder, orderUpdate } from './orders.ts';
import type { Storage } from './storage.ts';
import type { TransactItem } from './transact-item.ts';

/** The writes of one commit, in the order in which DynamoDB receives them and reports refusals. */
type Commit = {
  readonly writes: readonly Write[];
  readonly limits: readonly LimitWrite[];
  readonly order: OrderWrite | undefined;
};

/** Writes a single item with a put, since a transaction costs twice as much, and several with a transaction. See `PaymentStore.commit`. */
export const commit = async (
  storage: Storage,
  writes: readonly Write[],
  limits: readonly LimitWrite[] = [],
  order?: OrderWrite,
): Promise<CommitResult> => {
  const [first, second] = writes;
  if (first === undefined) return { ok: true };
  const all = { writes, limits, order };
  return second === undefined && limits.length === 0 && order === undefined
    ? readRefusal(all, await putOne(storage, first), 0)
    : commitAll(storage, all);
};

/** The items whose conditions failed, each at its position in the commit; undefined if nothing was refused. */
type Refused = readonly (Item | undefined)[] | undefined;

const putOne = async (storage: Storage, write: Write): Promise<Refused> => {
  const { refused } = await callStorage<{ readonly refused?: Refused }>(
    storage,
    async () => {
      await storage.client.send(new PutCommand(put(storage, write)));
      return {};
    },
    (error) =>
      error instanceof ConditionalCheckFailedException
        ? { refused: [error.Item && unmarshall(error.Item)] }
        : undefined,
  );
  return refused;
};

/** Rounds of one commit, if other calls are first to renew its limits each time. */
const maxRounds = 4;

/**
 * If the first transaction was refused by limits that only have to be renewed, a second one renews them. If another call has renewed one of them
 * first, both are tried again.
 */
const commitAll = async (storage: Storage, all: Commit, round = 1): Promise<CommitResult> => {
  const now_s = Math.floor(storage.clock.now() / 1000);
  const counted = all.limits.map((limit) => limitUpdate(storage.tables.limits, limit, now_s));
  const refused = await transact(storage, all, counted);
  let renewals = 0;
  const renewed = all.limits.map((limit, index) => {
    const item = refused?.[all.writes.length + index];
    const renewal = item && limitRenewal(storage.tables.limits, limit, now_s, item);
    if (renewal) renewals += 1;
    return renewal ?? (counted[index] as TransactItem);
  });
  if (renewals === 0) return readRefusal(all, refused, now_s);
  const last = await transact(storage, all, renewed);
  return isOnlyLate(last) && round < maxRounds
    ? commitAll(storage, all, round + 1)
    : readRefusal(all, last, now_s);
};

/** A renewal that comes too late is refused without an item. */
const isOnlyLate = (refused: Refused): boolean => refused?.every((item) => item === undefined) === true;

const transact = async (storage: Storage, all: Commit, limits: readonly TransactItem[]): Promise<Refused> => {
  const { writes, order } = all;
  const parts = [
    ...writes.map((write) => ({ Put: put(storage, write) })),
    ...limits,
    ...(order ? [orderUpdate(storage.tables.orders, order)] : []),
  ];
  const token = requestToken(all, limits);
  const { refused } = await callStorage<{ readonly refused?: Refused }>(
    storage,
    async () => {
      await storage.client.send(
        new TransactWriteCommand({ TransactItems: parts, ClientRequestToken: token }),
      );
      return {};
    },
    (error) => {
      if (!(error instanceof TransactionCanceledException)) return undefined;
      const reasons = error.CancellationReasons ?? [];
      return reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')
        ? { refused: reasons.map(({ Item }) => Item && unmarshall(Item)) }
        : undefined;
    },
  );
  return refused;
};

/** Does not replace a record of a newer release, even if its revision is as expected. */
const put = (storage: Storage, write: Write) =>
  ({
    TableName: storage.tables[write.table],
    Item: toItem(write),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ...(write.expects === 'absent'
      ? { ConditionExpression: 'attribute_not_exists(id)' }
      : {
          ConditionExpression: 'rev = :rev AND v <= :v',
          ExpressionAttributeValues: { ':rev': write.expects, ':v': recordFormat },
        }),
  }) satisfies PutCommandInput;

/** A transaction is all or nothing, so one item with its own write id proves that all of it was written. */
const readRefusal = ({ writes, limits, order }: Commit, refused: Refused, now_s: number): CommitResult => {
  if (refused === undefined || writes.some(({ item }, index) => refused[index]?.write === item.write))
    return { ok: true };
  const current = writes.map(({ table }, index) => {
    const item = refused[index];
    if (item === undefined) return undefined;
    return table === 'sessions' ? fromSessionItem(item) : fromChargeItem(item);
  });
  const exceeded = limits.flatMap((limit, index) => {
    const item = refused[writes.length + index];
    return (item && limitRefusal(limit, now_s, item)) ?? [];
  });
  const held = order && refused[writes.length + limits.length];
  const order_held_by = held && orderHolder(held);
  return { ok: false, current, exceeded, ...defined({ order_held_by }) };
};

/** The same writes give the same token (at most 36 characters), so that DynamoDB recognises a repeated call for ten minutes. */
const requestToken = ({ writes, order }: Commit, limits: readonly TransactItem[]): string => {
  const names = writes.map(({ item }) => [item.id, item.rev, item.write]);
  return hash('sha256', JSON.stringify([names, limits, order ?? null]), 'base64url').slice(0, 36);
};
