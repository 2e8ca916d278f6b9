import { createHmac, createSecretKey, type Hmac, type KeyObject } from 'node:crypto';

/** Node would convert raw bytes to a key for every HMAC, which takes longer than the HMAC itself. The secrets live as long as their environment. */
const keys = new WeakMap<Uint8Array, KeyObject>();

export const hmacSha256 = (secret: Uint8Array): Hmac => {
  const key = keys.get(secret) ?? createSecretKey(secret);
  keys.set(secret, key);
  return createHmac('sha256', key);
};
