import type { Person } from '../types/sign-in.ts';
import { type NamedDer, signText, verifyText } from '../vault-protocol/signed-text.ts';

/** The content of a signed-in person's cookie. `sign_in`: its id. `ends`: Unix seconds. */
export type ConsoleToken = Person & { readonly sign_in: string; readonly ends: number };

/** Seconds. */
const lifetime = 900;
const kind = 'cn';
const cookieName = '__Host-console';
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict';

/**
 * The cookie for a person who has just signed in or renewed their sign-in. It is a session cookie: the end of the token and of the sign-in limit it.
 * `now`: Unix seconds.
 */
export const consoleCookie = (
  { id, name, role }: Person,
  sign_in: string,
  { key, now }: { readonly key: NamedDer; readonly now: number },
): string => {
  const token: ConsoleToken = { id, name, role, sign_in, ends: now + lifetime };
  return `${cookieName}=${signText(kind, token, key)}; ${attributes}`;
};

export const noConsoleCookie = `${cookieName}=; Max-Age=0; ${attributes}`;

/** The token among the cookies of a request; undefined if there is none. */
export const consoleTokenIn = (cookies: readonly string[] | undefined): string | undefined =>
  cookieIn(cookies, cookieName);

/** The value of a cookie; undefined if there is none, or more than one. */
export const cookieIn = (cookies: readonly string[] | undefined, name: string): string | undefined => {
  const [cookie, another] = (cookies ?? []).filter((each) => each.startsWith(`${name}=`));
  return another === undefined ? cookie?.slice(name.length + 1) : undefined;
};

/** The content of a token that one of the keys signed, even if it has ended; otherwise undefined. */
export const verifyConsoleToken = (token: string, keys: readonly NamedDer[]): ConsoleToken | undefined =>
  verifyText(kind, token, keys) as ConsoleToken | undefined;
