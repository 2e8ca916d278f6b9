import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { CardStore, StoredCard, StoredCvc } from '../types/card-store.ts';
import { callStorage } from './call-storage.ts';
import type { CardTableId } from './card-tables.ts';
import type { Item } from './items.ts';
import type { Storage } from './storage.ts';

export type CardStorage = Omit<Storage, 'tables'> & {
  readonly tables: Readonly<Record<CardTableId, string>>;
};

/** The vault's store. An item ends at its `ttl` (Unix seconds): DynamoDB deletes it some time later, and meanwhile it is not found. */
export const createCardStore = (storage: CardStorage): CardStore => {
  const { client, tables } = storage;
  const { cards, cvcs } = tables;

  const get = async (table: string, id: string, now: number): Promise<Item | undefined> => {
    const { Item: item } = await callStorage(storage, () =>
      client.send(new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true })),
    );
    return item && (item.ttl === undefined || now < item.ttl * 1000) ? item : undefined;
  };

  const release = async (token: string): Promise<void> => {
    await callStorage(storage, () => client.send(new DeleteCommand({ TableName: cvcs, Key: { id: token } })));
  };

  return {
    add: ({ token, ...card }, { token: _, cvc, ends }, limit) =>
      callStorage(
        storage,
        async () => {
          await client.send(
            new TransactWriteCommand({
              TransactItems: [
                { Update: { TableName: cards, ...oneMore(card.session, limit) } },
                { Put: { TableName: cards, Item: { id: token, ttl: limit.ends, ...card }, ...isNew } },
                { Put: { TableName: cvcs, Item: { id: token, ttl: ends, cvc }, ...isNew } },
              ],
            }),
          );
          return true;
        },
        (error) => (isFull(error) ? false : undefined),
      ),
    card: async (token, now) => {
      const item = await get(cards, token, now);
      return item && toCard(token, item);
    },
    cvc: async (token, now) => {
      const item = await get(cvcs, token, now);
      return item && toCvc(token, item);
    },
    keep: (token, now) =>
      ifThere(storage, () =>
        client.send(
          new UpdateCommand({
            TableName: cards,
            Key: { id: token },
            UpdateExpression: 'SET kept = :true REMOVE #ttl',
            ConditionExpression: 'attribute_exists(id) AND (attribute_not_exists(#ttl) OR #ttl > :now)',
            ExpressionAttributeNames: { '#ttl': 'ttl' },
            ExpressionAttributeValues: { ':true': true, ':now': Math.floor(now / 1000) },
          }),
        ),
      ),
    release,
    delete: async (token) => {
      await release(token);
      return ifThere(storage, () =>
        client.send(new DeleteCommand({ TableName: cards, Key: { id: token }, ...isThere })),
      );
    },
    sweep: async (now) => {
      let deleted = 0;
      let from: Record<string, unknown> | undefined;
      do {
        const start = from;
        const { Items = [], LastEvaluatedKey } = await callStorage(storage, () =>
          client.send(
            new ScanCommand({
              TableName: cvcs,
              Select: 'SPECIFIC_ATTRIBUTES',
              ProjectionExpression: 'id',
              FilterExpression: '#ttl <= :now',
              ExpressionAttributeNames: { '#ttl': 'ttl' },
              ExpressionAttributeValues: { ':now': Math.floor(now / 1000) },
              ...(start && { ExclusiveStartKey: start }),
            }),
          ),
        );
        for (const { id } of Items) await release(String(id));
        deleted += Items.length;
        from = LastEvaluatedKey;
      } while (from);
      return deleted;
    },
  };
};

const isNew = { ConditionExpression: 'attribute_not_exists(id)' };
const isThere = { ConditionExpression: 'attribute_exists(id)' };

/** Counts one more card for the session; refused once the limit is reached. */
const oneMore = (session: string, { most, ends }: { readonly most: number; readonly ends: number }) => ({
  Key: { id: `session#${session}` },
  UpdateExpression: 'SET #ttl = :ends ADD n :one',
  ConditionExpression: 'attribute_not_exists(n) OR n < :most',
  ExpressionAttributeNames: { '#ttl': 'ttl' },
  ExpressionAttributeValues: { ':ends': ends, ':one': 1, ':most': most },
});

const isFull = (error: unknown): boolean =>
  error instanceof TransactionCanceledException &&
  error.CancellationReasons?.[0]?.Code === 'ConditionalCheckFailed';

const ifThere = (storage: CardStorage, send: () => Promise<unknown>): Promise<boolean> =>
  callStorage(
    storage,
    async () => {
      await send();
      return true;
    },
    (error) => (error instanceof ConditionalCheckFailedException ? false : undefined),
  );

const toCard = (token: string, { session, wrapped, number, kept }: Item): StoredCard => ({
  token,
  session: String(session),
  wrapped: String(wrapped),
  number: String(number),
  ...(kept === true && { kept }),
});

const toCvc = (token: string, { cvc, ttl }: Item): StoredCvc => ({
  token,
  cvc: String(cvc),
  ends: Number(ttl),
});
