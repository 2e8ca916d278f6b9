import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Session } from '../types/session.ts';
import { batchGet, projection } from './batch-get.ts';
import { callStorage } from './call-storage.ts';
import type { Storage } from './storage.ts';

/** The merchant's names for a session. A charge shows them, but does not store them. */
export type SessionNames = Pick<Session, 'reference' | 'customer_email'>;

const fields = ['id', 'reference', 'customer_email'];

/** The names of one session, eventually consistent: they never change. Undefined if the session was never paid and has been deleted. */
export const readSessionNames = async (storage: Storage, id: string): Promise<SessionNames | undefined> => {
  const command = new GetCommand({
    TableName: storage.tables.sessions,
    Key: { id },
    ...projection(fields),
  });
  return (await callStorage(storage, () => storage.client.send(command))).Item;
};

/** The names of the sessions of one page, by id, in the same way. */
export const namesOfSessions = (
  storage: Storage,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, SessionNames>> => batchGet(storage, 'sessions', [...new Set(ids)], fields);
