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
import { unlessRefused } from './unless-refused.ts';

export type CardStorage = Omit<Storage, 'tables'> & {
  readonly tables: Readonly<Record<CardTableId, string>>;
};

/** The vault's store. An item expires at its `ttl` (Unix seconds): DynamoDB deletes it some time later, and until then it is treated as absent. */
export const createCardStore = (storage: CardStorage): CardStore => ({
  takeOne: (session, limit) => countOneMore(storage, countOf(session), limit, 'attribute_not_exists(closed)'),
  giveBack: (session) => countOneLess(storage, countOf(session)),
  close: (session, ends) => closeCount(storage, session, ends),
  count: (id, limit) => countOneMore(storage, id, limit),
  uncount: (id) => countOneLess(storage, id),
  admit: (id, member, limit) => admitMember(storage, id, member, limit),
  add: (card, cvc, ends) => addCard(storage, card, cvc, ends),
  addCvc: (cvc) => addCvc(storage, cvc),
  card: async (token, now) => {
    const item = await readItem(storage, storage.tables.cards, token, now);
    return item && toCard(token, item);
  },
  cvc: async (token, now) => {
    const item = await readItem(storage, storage.tables.cvcs, token, now);
    return item && toCvc(token, item);
  },
  keep: (token, now) => keepCard(storage, token, now),
  release: (token) => deleteCvc(storage, token),
  delete: async (token) => {
    await deleteCvc(storage, token);
    return deleteCard(storage, token);
  },
  sweep: (now) => deleteEndedCvcs(storage, now),
});

const countOf = (session: string): string => `session#${session}`;

/** False once the limit is reached, or if `besides` does not hold. */
const countOneMore = (
  storage: CardStorage,
  id: string,
  { most, ends }: CountLimit,
  besides?: string,
): Promise<boolean> =>
  unlessRefused(storage, () =>
    storage.client.send(
      new UpdateCommand({
        TableName: storage.tables.counts,
        Key: { id },
        UpdateExpression: 'SET #ttl = :ends ADD n :one',
        ConditionExpression: `${besides === undefined ? '' : `${besides} AND `}(attribute_not_exists(n) OR n < :most)`,
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':ends': ends, ':one': 1, ':most': most },
      }),
    ),
  );

const closeCount = async (storage: CardStorage, session: string, ends: number): Promise<void> => {
  const command = new UpdateCommand({
    TableName: storage.tables.counts,
    Key: { id: countOf(session) },
    UpdateExpression: 'SET #ttl = :ends, closed = :true',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':ends': ends, ':true': true },
  });
  await callStorage(storage, () => storage.client.send(command));
};

const countOneLess = async (storage: CardStorage, id: string): Promise<void> => {
  const command = new UpdateCommand({
    TableName: storage.tables.counts,
    Key: { id },
    UpdateExpression: 'ADD n :less',
    ConditionExpression: 'n > :none',
    ExpressionAttributeValues: { ':less': -1, ':none': 0 },
  });
  await unlessRefused(storage, () => storage.client.send(command));
};

const admitMember = (
  storage: CardStorage,
  id: string,
  member: string,
  { most, ends }: CountLimit,
): Promise<boolean> =>
  unlessRefused(storage, () =>
    storage.client.send(
      new UpdateCommand({
        TableName: storage.tables.counts,
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
  );

const addCard = async (
  storage: CardStorage,
  { token, ...card }: StoredCard,
  { token: _, cvc, ends: void_at }: StoredCvc,
  ends: number,
): Promise<void> => {
  const { cards, cvcs } = storage.tables;
  const command = new TransactWriteCommand({
    TransactItems: [
      { Put: { TableName: cards, Item: { id: token, ttl: ends, ...card }, ...isNew } },
      { Put: { TableName: cvcs, Item: { id: token, ttl: void_at, cvc }, ...isNew } },
    ],
  });
  await callStorage(storage, () => storage.client.send(command));
};

/** May be repeated, as the SDK does after a lost response: no two writes have the same encrypted code. */
const addCvc = async (storage: CardStorage, { token, cvc, ends, alone }: StoredCvc): Promise<void> => {
  const command = new PutCommand({
    TableName: storage.tables.cvcs,
    Item: { id: token, ttl: ends, cvc, ...alone },
    ConditionExpression: 'attribute_not_exists(id) OR cvc = :cvc',
    ExpressionAttributeValues: { ':cvc': cvc },
  });
  await callStorage(storage, () => storage.client.send(command));
};

const isNew = { ConditionExpression: 'attribute_not_exists(id)' };

const readItem = async (
  storage: CardStorage,
  table: string,
  id: string,
  now: number,
): Promise<Item | undefined> => {
  const command = new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true });
  const { Item: item } = await callStorage(storage, () => storage.client.send(command));
  return item && (item.ttl === undefined || now < item.ttl * 1000) ? item : undefined;
};

const keepCard = (storage: CardStorage, token: string, now: number): Promise<boolean> =>
  unlessRefused(storage, () =>
    storage.client.send(
      new UpdateCommand({
        TableName: storage.tables.cards,
        Key: { id: token },
        UpdateExpression: 'SET kept = :true REMOVE #ttl',
        ConditionExpression: 'attribute_exists(id) AND (attribute_not_exists(#ttl) OR #ttl > :now)',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':true': true, ':now': Math.floor(now / 1000) },
      }),
    ),
  );

const deleteCard = (storage: CardStorage, token: string): Promise<boolean> =>
  unlessRefused(storage, () =>
    storage.client.send(
      new DeleteCommand({
        TableName: storage.tables.cards,
        Key: { id: token },
        ConditionExpression: 'attribute_exists(id)',
      }),
    ),
  );

const deleteCvc = async (storage: CardStorage, token: string): Promise<void> => {
  const command = new DeleteCommand({ TableName: storage.tables.cvcs, Key: { id: token } });
  await callStorage(storage, () => storage.client.send(command));
};

/** Resolves to their number. */
const deleteEndedCvcs = async (storage: CardStorage, now: number): Promise<number> => {
  let deleted = 0;
  let from: Record<string, unknown> | undefined;
  do {
    const command = new ScanCommand({
      TableName: storage.tables.cvcs,
      Select: 'SPECIFIC_ATTRIBUTES',
      ProjectionExpression: 'id',
      FilterExpression: '#ttl <= :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': Math.floor(now / 1000) },
      ...(from && { ExclusiveStartKey: from }),
    });
    const page = await callStorage(storage, () => storage.client.send(command));
    const { Items = [], LastEvaluatedKey } = page;
    for (const { id } of Items) await deleteCvc(storage, String(id));
    deleted += Items.length;
    from = LastEvaluatedKey;
  } while (from);
  return deleted;
};

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
