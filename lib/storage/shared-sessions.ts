import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { recordFormat } from '../types/records.ts';
import type { SessionClaim, SharedSession, SharedSessions, SharedState } from '../types/shared-session.ts';
import { getItem } from './get-item.ts';
import type { Item } from './items.ts';
import { refuseNewer } from './refuse-newer.ts';
import type { Storage } from './storage.ts';
import { unlessRefused } from './unless-refused.ts';

/** The shared session and its document as two items in the table of configuration: the first is written at every poll, so it is small. */
export const createSharedSessions = (storage: Storage): SharedSessions => ({
  read: async () => stateIn(await readItem(storage, sessionId)),
  document: async () => {
    const item = await readItem(storage, documentId);
    return item && String(item.content);
  },
  claim: (claim, asRead) =>
    unlessRefused(storage, () => storage.client.send(claimed(storage, claim, asRead))),
  settle: async (claim, session, document) => {
    const update = settled(storage, claim, session);
    const put = {
      TableName: storage.tables.configuration,
      Item: { id: documentId, v: recordFormat, content: document },
    };
    // A transaction costs twice as much.
    await unlessRefused(storage, () =>
      document === undefined
        ? storage.client.send(new UpdateCommand(update))
        : storage.client.send(
            new TransactWriteCommand({ TransactItems: [{ Update: update }, { Put: put }] }),
          ),
    );
  },
});

const sessionId = 'session';
const documentId = 'document';

const stateIn = (item: Item | undefined): SharedState => {
  if (item === undefined) return {};
  const { token, opened, hash, confirmed, due, claim_id, claim_at } = item;
  const session: SharedSession = {
    token: token === undefined ? undefined : String(token),
    opened: Number(opened),
    hash: String(hash),
    confirmed: Number(confirmed),
    due: Number(due),
  };
  return {
    ...(hash !== undefined && { session }),
    ...(claim_id !== undefined && { claim: { id: String(claim_id), at: Number(claim_at) } }),
  };
};

/** Names that DynamoDB reserves. */
const names = { '#token': 'token', '#hash': 'hash' } as const;

const claimed = (
  { tables }: Storage,
  { id, at }: SessionClaim,
  { session, claim }: SharedState,
): UpdateCommand => {
  const [condition, values] = stillAsRead(session?.token, claim?.id);
  return new UpdateCommand({
    TableName: tables.configuration,
    Key: { id: sessionId },
    UpdateExpression: 'SET v = :v, claim_id = :id, claim_at = :at REMOVE #token',
    ConditionExpression: condition,
    ExpressionAttributeNames: { '#token': names['#token'] },
    ExpressionAttributeValues: { ':v': recordFormat, ':id': id, ':at': at, ...values },
  });
};

const stillAsRead = (token: string | undefined, claim: string | undefined): [string, Item] => {
  if (token !== undefined) return ['#token = :token', { ':token': token }];
  return claim === undefined
    ? ['attribute_not_exists(#token) AND attribute_not_exists(claim_id)', {}]
    : ['attribute_not_exists(#token) AND claim_id = :claim', { ':claim': claim }];
};

const settled = (
  { tables }: Storage,
  claim: SessionClaim,
  { token, opened, hash, confirmed, due }: SharedSession,
) => ({
  TableName: tables.configuration,
  Key: { id: sessionId },
  UpdateExpression:
    'SET v = :v, #token = :token, opened = :opened, #hash = :hash, confirmed = :confirmed, due = :due REMOVE claim_id, claim_at',
  ConditionExpression: 'claim_id = :claim',
  ExpressionAttributeNames: names,
  ExpressionAttributeValues: {
    ':v': recordFormat,
    ':token': token,
    ':opened': opened,
    ':hash': hash,
    ':confirmed': confirmed,
    ':due': due,
    ':claim': claim.id,
  },
});

const readItem = async (storage: Storage, id: string): Promise<Item | undefined> => {
  const item = await getItem(storage, 'configuration', { id });
  if (item) refuseNewer(item);
  return item;
};
