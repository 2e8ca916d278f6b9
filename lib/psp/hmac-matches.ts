import { createHmac, timingSafeEqual } from 'node:crypto';

export type SignedBytes = {
  /** The key as the PSP defines it: text is encoded as UTF-8, bytes (e.g. from hex) are used as they are. */
  readonly key: string | Uint8Array;
  readonly signed: string | Uint8Array;
  readonly signature: string;
  readonly encoding: 'hex' | 'base64';
};

/** Whether `signature` is the HMAC-SHA256 of `signed`, compared in constant time. False for an empty key, with which anybody could sign. */
export const hmacMatches = ({ key, signed, signature, encoding }: SignedBytes): boolean => {
  const expected = createHmac('sha256', key).update(signed).digest();
  const given = Buffer.from(signature, encoding);
  if (key.length === 0 || given.length !== expected.length) return false;
  // The decoders skip invalid characters; encoding it again detects a signature with such characters.
  const encoded = encoding === 'hex' ? signature.toLowerCase() : signature;
  return timingSafeEqual(given, expected) && given.toString(encoding) === encoded;
};
