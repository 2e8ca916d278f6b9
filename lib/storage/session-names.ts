import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Session } from '../types/session.ts';
import { batchGet, projection } from './batch-get.ts';
import { callStorage } from './call-storage.ts';
import type { Storage } from './storage.ts';

/** What the merchant calls a session. A charge shows it, and never stores it. */
export type SessionNames = Pick<Session, 'reference' | 'customer_email'>;

const fields = ['id', 'reference', 'customer_email'];

/** Of one session, eventually consistent: they never change. Undefined if it was never paid and is gone. */
export const readSessionNames = async (storage: Storage, id: string): Promise<SessionNames | undefined> => {
  const command = new GetCommand({
    TableName: storage.tables.sessions,
    Key: { id },
    ...projection(fields),
  });
  return (await callStorage(storage, () => storage.client.send(command))).Item;
};

/** Of the sessions of one page, by id, likewise. */
export const namesOfSessions = (
  storage: Storage,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, SessionNames>> => batchGet(storage, 'sessions', [...new Set(ids)], fields);
