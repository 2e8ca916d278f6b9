import { ApiError } from '../types/api-error.ts';
import { base32 } from '../types/base32.ts';
import type { View } from '../types/records.ts';
import type { Idempotency } from '../types/result.ts';
import { hmacSha256 } from './hmac-sha256.ts';
import type { NamedKey, TokenSecrets } from './token-secrets.ts';

/** The `Idempotency-Key` header. Throws `parameter_invalid` if it is not 1 to 255 visible ASCII characters. */
export const readIdempotencyKey = (header: string | undefined): string | undefined => {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new ApiError(
    'parameter_invalid',
    'Idempotency-Key: expected 1 to 255 visible ASCII characters without spaces.',
    {
      param: 'Idempotency-Key',
    },
  );
};

/** An idempotent call: the remembered record, and the ids derived from it. */
export type IdempotentCall = {
  readonly idempotency: Idempotency;
  readonly derivedId: (prefix: 'cs' | 're') => string;
};

export type AskedWithKey = {
  readonly secrets: Pick<TokenSecrets, 'idempotency_key' | 'request_keys'>;
  /** The function, and the session or charge it works on: keys are scoped to both, and to the caller. */
  readonly endpoint: string;
  readonly target: string;
  readonly view: View;
  readonly key: string;
  /** The parsed body. */
  readonly body: unknown;
};

/**
 * The key itself is never stored, only an HMAC of it and one of the request. The first uses a secret that never rotates, so that the same key finds
 * the same record for as long as that exists. The second may cover a card number, so its key rotates, and the key's id precedes the hash.
 */
export const idempotentCall = ({
  secrets,
  endpoint,
  target,
  view,
  key,
  body,
}: AskedWithKey): IdempotentCall => {
  const scoped = hmacSha256(secrets.idempotency_key)
    .update(JSON.stringify(['key', endpoint, target, view, key]))
    .digest();
  const request = canonical(body);
  const [current, ...older] = secrets.request_keys;
  const remembered = { key: scoped.toString('base64url'), hash: requestHash(current, request), view };
  return {
    // For comparison only: not in copies, and not stored.
    idempotency: Object.defineProperty(remembered, 'older_hashes', {
      value: older.map((before) => requestHash(before, request)),
    }),
    derivedId: (prefix) => `${prefix}_${base32(scoped)}`,
  };
};

const requestHash = ({ id, key }: NamedKey, request: string): string =>
  `${id}.${hmacSha256(key).update(request).digest('base64url')}`;

/** Equal bodies give equal text whatever the order of their keys. */
const canonical = (body: unknown): string => JSON.stringify(withoutCvc(body), sorted) ?? '';

const sorted = (_: string, inner: unknown): unknown =>
  isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;

/** The body without `payment_method.card.cvc`, which is never kept in any form. Other fields of that name stay. */
const withoutCvc = (body: unknown): unknown => {
  if (!isObject(body) || !isObject(body.payment_method) || !isObject(body.payment_method.card)) return body;
  const { cvc: _, ...card } = body.payment_method.card;
  return { ...body, payment_method: { ...body.payment_method, card } };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
