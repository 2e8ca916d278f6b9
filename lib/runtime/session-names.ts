import { namesOfSessions, readSessionNames, type SessionNames } from '../storage/session-names.ts';
import { storage } from './dynamodb.ts';

/** The merchant's reference and the customer's e-mail address of a session; undefined if it was never paid and has been deleted. */
export const sessionNames = (session: string): Promise<SessionNames | undefined> =>
  readSessionNames(storage(), session);

/** For the sessions of a page of charges, by id. */
export const sessionNamesOf = (
  charges: readonly { readonly session: string }[],
): Promise<ReadonlyMap<string, SessionNames>> =>
  namesOfSessions(
    storage(),
    charges.map(({ session }) => session),
  );
