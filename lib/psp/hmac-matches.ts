import { createHmac, timingSafeEqual } from 'node:crypto';

export type SignedBytes = {
  /** The key as the PSP means it: text is taken as UTF-8, bytes (e.g. from hex) as they are. */
  readonly key: string | Uint8Array;
  readonly signed: string | Uint8Array;
  readonly signature: string;
  readonly encoding: 'hex' | 'base64';
};

/** Whether `signature` is the HMAC-SHA256 of `signed`, compared in constant time. Anybody can sign with an empty key. */
export const hmacMatches = ({ key, signed, signature, encoding }: SignedBytes): boolean => {
  const expected = createHmac('sha256', key).update(signed).digest();
  const given = Buffer.from(signature, encoding);
  // The decoders skip unknown characters: writing it back exposes a decorated signature.
  return (
    key.length > 0 &&
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    given.toString(encoding) === (encoding === 'hex' ? signature.toLowerCase() : signature)
  );
};
