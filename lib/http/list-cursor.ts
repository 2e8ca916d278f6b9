import { timingSafeEqual } from 'node:crypto';
import { hmacSha256 } from './hmac-sha256.ts';
import type { NamedKey, NamedKeys } from './token-secrets.ts';

/** The scope of a cursor: one list with the same filters. */
export type CursorSubject = { readonly path: string; readonly filters: object };

/** `<key id>.<sort key>.<MAC>`: where a page of this list ends. */
export const listCursor = ([current]: NamedKeys, subject: CursorSubject, key: string): string =>
  `${current.id}.${Buffer.from(key).toString('base64url')}.${mac(current, subject, key)}`;

/** The sort key of a cursor, or undefined if it was not issued for this list and these filters. */
export const verifyListCursor = (
  keys: NamedKeys,
  subject: CursorSubject,
  cursor: string,
): string | undefined => {
  const [key_id, encoded = '', given = ''] = cursor.split('.');
  const signing = keys.find(({ id }) => id === key_id);
  if (!signing) return undefined;
  const key = Buffer.from(encoded, 'base64url').toString();
  const [a, b] = [Buffer.from(given), Buffer.from(mac(signing, subject, key))];
  return a.length === b.length && timingSafeEqual(a, b) ? key : undefined;
};

const mac = ({ key: secret }: NamedKey, { path, filters }: CursorSubject, key: string): string => {
  const given = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return hmacSha256(secret)
    .update(`list_cursor\n${JSON.stringify([path, given, key])}`)
    .digest('base64url');
};
