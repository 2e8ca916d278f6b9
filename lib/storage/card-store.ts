import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { CardStore, CountLimit, StoredCard, StoredCvc } from '../types/card-store.ts';
import { callStorage } from './call-storage.ts';
import type { CardTableId } from './card-tables.ts';
import type { Item } from './items.ts';
import type { Storage } from './storage.ts';

export type CardStorage = Omit<Storage, 'tables'> & {
  readonly tables: Readonly<Record<CardTableId, string>>;
};

/** The vault's store. An item expires at its `ttl` (Unix seconds): DynamoDB deletes it some time later, and until then it is treated as absent. */
export const createCardStore = (storage: CardStorage): CardStore => {
  const { client, tables } = storage;
  const { cards, cvcs, counts } = tables;

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
    takeOne: (session, limit) =>
      ifItHolds(storage, () =>
        client.send(
          new UpdateCommand({
            TableName: counts,
            ...oneMore(countOf(session), limit, 'attribute_not_exists(closed)'),
          }),
        ),
      ),
    close: async (session, ends) => {
      const command = new UpdateCommand({
        TableName: counts,
        Key: { id: countOf(session) },
        UpdateExpression: 'SET #ttl = :ends, closed = :true',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':ends': ends, ':true': true },
      });
      await callStorage(storage, () => client.send(command));
    },
    count: (id, limit) =>
      ifItHolds(storage, () => client.send(new UpdateCommand({ TableName: counts, ...oneMore(id, limit) }))),
    admit: (id, member, { most, ends }) =>
      ifItHolds(storage, () =>
        client.send(
          new UpdateCommand({
            TableName: counts,
            Key: { id },
            UpdateExpression: 'SET #ttl = :ends ADD members :one',
            ConditionExpression:
              'attribute_not_exists(members) OR contains(members, :member) OR size(members) < :most',
            ExpressionAttributeNames: { '#ttl': 'ttl' },
            ExpressionAttributeValues: {
              ':ends': ends,
              ':one': new Set([member]),
              ':member': member,
              ':most': most,
            },
          }),
        ),
      ),
    add: async ({ token, ...card }, { token: _, cvc, ends: void_at }, ends) => {
      const command = new TransactWriteCommand({
        TransactItems: [
          { Put: { TableName: cards, Item: { id: token, ttl: ends, ...card }, ...isNew } },
          { Put: { TableName: cvcs, Item: { id: token, ttl: void_at, cvc }, ...isNew } },
        ],
      });
      await callStorage(storage, () => client.send(command));
    },
    addCvc: async ({ token, cvc, ends, alone }) => {
      const Item = { id: token, ttl: ends, cvc, ...alone };
      await callStorage(storage, () => client.send(new PutCommand({ TableName: cvcs, Item, ...isNew })));
    },
    card: async (token, now) => {
      const item = await get(cards, token, now);
      return item && toCard(token, item);
    },
    cvc: async (token, now) => {
      const item = await get(cvcs, token, now);
      return item && toCvc(token, item);
    },
    keep: (token, now) =>
      ifItHolds(storage, () =>
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
      return ifItHolds(storage, () =>
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

const countOf = (session: string): string => `session#${session}`;

/** Counts one more; the condition fails once the limit is reached, or if `besides` does not hold. */
const oneMore = (id: string, { most, ends }: CountLimit, besides?: string) => ({
  Key: { id },
  UpdateExpression: 'SET #ttl = :ends ADD n :one',
  ConditionExpression: `${besides === undefined ? '' : `${besides} AND `}(attribute_not_exists(n) OR n < :most)`,
  ExpressionAttributeNames: { '#ttl': 'ttl' },
  ExpressionAttributeValues: { ':ends': ends, ':one': 1, ':most': most },
});

/** False if the condition of the write does not hold. */
const ifItHolds = (storage: CardStorage, send: () => Promise<unknown>): Promise<boolean> =>
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

const toCvc = (token: string, { cvc, ttl, session, wrapped }: Item): StoredCvc => ({
  token,
  cvc: String(cvc),
  ends: Number(ttl),
  ...(session !== undefined && { alone: { session: String(session), wrapped: String(wrapped) } }),
});
