import { type NamedDer, signText, verifyText } from '../vault-protocol/signed-text.ts';
import { cookieIn } from './console-token.ts';

const kind = 'cp';
const cookieName = '__Host-sign-in';

/** Lax, since the callback comes from the identity provider's site. */
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/** The cookie for the time that a browser is at the identity provider. `kept`: seconds. */
export const pendingCookie = (pending: object, kept: number, key: NamedDer): string =>
  `${cookieName}=${signText(kind, pending, key)}; Max-Age=${kept}; ${attributes}`;

export const noPendingCookie = `${cookieName}=; Max-Age=0; ${attributes}`;

/** The content of the cookie, if one of the keys signed it. */
export const pendingIn = (cookies: readonly string[] | undefined, keys: readonly NamedDer[]): unknown => {
  const cookie = cookieIn(cookies, cookieName);
  return cookie === undefined ? undefined : verifyText(kind, cookie, keys);
};
