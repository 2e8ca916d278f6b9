import { sessionOf } from '../session-of.ts';
import { keep, kept } from './tab-storage.ts';

/** The session of this address, and the secret that may pay it: undefined if this tab has never had one, `wrong` if it is another's. */
export type Taken = { readonly id: string; readonly secret: string | 'wrong' | undefined };

/**
 * Moves the secret from the address to the tab's own storage, where the customer finds it again after the bank's page. It never stays in the address,
 * so that it gets into no history, no bookmark and no screenshot.
 */
export const takeSecret = (): Taken => {
  const { pathname, hash, search } = window.location;
  const id = pathname.split('/').pop() ?? '';
  const key = `pay ${id}`;
  const given = hash.slice(1);
  if (given !== '') window.history.replaceState(null, '', pathname + search);
  // A browser carries a fragment across a redirect: only the session's own secret takes the place of what this tab has.
  const isIts = sessionOf(given) === id;
  if (isIts) keep(key, given);
  const secret = isIts ? given : (kept(key) ?? (given || undefined));
  return { id, secret: secret === undefined || sessionOf(secret) === id ? secret : 'wrong' };
};
