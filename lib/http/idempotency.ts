import type { View } from '../types/records.ts';
import type { Idempotency } from '../types/result.ts';
import { base32 } from './base32.ts';
import { hmacSha256 } from './hmac-sha256.ts';

/** An idempotent call: what is remembered of it, and the ids derived from it. */
export type IdempotentCall = {
  readonly idempotency: Idempotency;
  readonly derivedId: (prefix: 'cs' | 're') => string;
};

export type AskedWithKey = {
  readonly secret: Uint8Array;
  /** The function, and the session or charge it works on: keys are scoped to both, and to who is answered. */
  readonly endpoint: string;
  readonly target: string;
  readonly view: View;
  readonly key: string;
  /** The parsed body. */
  readonly body: unknown;
};

/**
 * The key itself is never stored, only an HMAC of it and of the request. The secret never rotates, so that the same key finds the same record
 * for as long as it lives.
 */
export const idempotentCall = ({
  secret,
  endpoint,
  target,
  view,
  key,
  body,
}: AskedWithKey): IdempotentCall => {
  const scoped = hmacSha256(secret)
    .update(JSON.stringify(['key', endpoint, target, view, key]))
    .digest();
  const hash = hmacSha256(secret).update('request\n').update(canonical(body)).digest('base64url');
  return {
    idempotency: { key: scoped.toString('base64url'), hash, view },
    derivedId: (prefix) => `${prefix}_${base32(scoped)}`,
  };
};

/** Equal bodies give equal text whatever the order of their keys. A card's security code is left out: it is not kept in any form. */
const canonical = (value: unknown): string => JSON.stringify(value, sortedWithoutCvc) ?? '';

const sortedWithoutCvc = (_: string, inner: unknown): unknown => {
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
  const isCard = 'cvc' in inner && 'exp_month' in inner;
  return Object.fromEntries(
    Object.entries(inner)
      .filter(([key]) => !(isCard && key === 'cvc'))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
};
