import { ApiError } from '../types/api-error.ts';
import { base32 } from '../types/base32.ts';
import { shownDigits } from '../types/card-number.ts';
import type { View } from '../types/records.ts';
import type { Idempotency } from '../types/result.ts';
import { hmacSha256 } from './hmac-sha256.ts';
import type { NamedKey, RecordKeys } from './token-secrets.ts';

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

/** An idempotent call: what was recorded for its key, and the ids derived from it. */
export type IdempotentCall = {
  readonly idempotency: Idempotency;
  readonly derivedId: (prefix: 'cs' | 're') => string;
};

export type AskedWithKey = {
  readonly secrets: Pick<RecordKeys, 'idempotency_key' | 'request_keys'>;
  /** The function, the session or charge it works on, and the kind of caller: keys are scoped to these, so all API keys and people share theirs. */
  readonly endpoint: string;
  readonly target: string;
  readonly view: View;
  readonly key: string;
  readonly body: unknown;
};

/**
 * The key itself is never stored, only an HMAC of it and one of the request. The first uses a secret that never rotates, so that the same key finds
 * the same record for as long as that exists. The key of the second rotates, and its id precedes the hash. Of a card's number, only the digits that
 * may be shown are hashed: with the HMAC's key, the others could be found by trying them all.
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
  const request = canonical(withoutSecrets(body));
  const [current, ...older] = secrets.request_keys;
  const remembered = { key: scoped.toString('base64url'), hash: requestHash(current, request), view };
  return {
    // For comparison only: neither copied nor stored.
    idempotency: Object.defineProperty(remembered, 'older_hashes', {
      value: older.map((before) => requestHash(before, request)),
    }),
    derivedId: (prefix) => `${prefix}_${base32(scoped)}`,
  };
};

const requestHash = ({ id, key }: NamedKey, request: string): string =>
  `${id}.${hmacSha256(key).update(request).digest('base64url')}`;

/** Equal bodies give equal text, whatever the order of their keys. */
const canonical = (body: unknown): string => JSON.stringify(body, sorted) ?? '';

const sorted = (_: string, inner: unknown): unknown =>
  isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;

/**
 * The body without `payment_method.card.cvc`, which is never stored in any form, and with only those digits of its number that may be shown. Fields of the
 * same name elsewhere stay.
 */
const withoutSecrets = (body: unknown): unknown => {
  if (!isObject(body) || !isObject(body.payment_method) || !isObject(body.payment_method.card)) return body;
  const { cvc: _, ...card } = body.payment_method.card;
  const number = typeof card.number === 'string' ? { number: shownDigits(card.number) } : {};
  return { ...body, payment_method: { ...body.payment_method, card: { ...card, ...number } } };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
