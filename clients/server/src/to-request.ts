import { type Address, addressOf } from './address-of.ts';
import type { Request } from './attempt.ts';
import type { Settings } from './check-options.ts';
import type { PostOptions } from './options.ts';

/** `path` may have parts to fill in: `/v1/charges/{id}`. */
export type Endpoint = {
  readonly method: Request['method'];
  readonly path: string;
  readonly idempotent: boolean;
};

export type CallInput = Address & { readonly body?: unknown };

export type PreparedCall = {
  readonly request: Request;
  readonly idempotency_key: string | undefined;
  /** Must not be shown, even if the other side echoes it. */
  readonly secrets: readonly string[];
};

/** The bytes of a call, the same for every try. Throws `TypeError` for an invalid id or key. */
export const toRequest = (
  { baseUrl, apiKey }: Settings,
  { method, path, idempotent }: Endpoint,
  input: CallInput,
  { idempotencyKey }: PostOptions,
  newKey: () => string,
): PreparedCall => {
  // Null may be a key that was to be there: a new one in its place would make the call a second one.
  const orNew = (key = newKey()): string | null => key;
  const idempotency_key = idempotent ? orNew(idempotencyKey) : undefined;
  if (idempotency_key === null || (idempotency_key !== undefined && !visible.test(idempotency_key)))
    throw new TypeError('idempotencyKey: expected 1 to 255 visible ASCII characters without spaces');
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  return {
    request: {
      method,
      url: baseUrl + addressOf(path, input),
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotency_key === undefined ? {} : { 'idempotency-key': idempotency_key }),
      },
      body,
    },
    idempotency_key,
    secrets: [apiKey, ...paymentSecrets(input.body)],
  };
};

const visible = /^[\x21-\x7e]{1,255}$/;

const paymentSecrets = (body: unknown): readonly string[] => {
  const { payment_method } = (body ?? {}) as {
    readonly payment_method?: { readonly card?: Record<string, unknown>; readonly token?: unknown };
  };
  const { card, token } = payment_method ?? {};
  return [card?.number, card?.cvc, token].filter(
    (value) => typeof value === 'string' && value !== '',
  ) as string[];
};
