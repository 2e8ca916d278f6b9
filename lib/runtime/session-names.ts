import { namesOfSessions, readSessionNames, type SessionNames } from '../storage/session-names.ts';
import { storage } from './dynamodb.ts';

/** What the merchant calls a session; undefined if it was never paid and is gone. */
export const sessionNames = (session: string): Promise<SessionNames | undefined> =>
  readSessionNames(storage(), session);

/** Of the sessions of a page of charges, by id. */
export const sessionNamesOf = (
  charges: readonly { readonly session: string }[],
): Promise<ReadonlyMap<string, SessionNames>> =>
  namesOfSessions(
    storage(),
    charges.map(({ session }) => session),
  );
