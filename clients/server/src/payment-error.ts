import type { ApiErrorBody } from './generated/api-types.ts';

/**
 * Not an answer from the service: `connection_failed`, `timed_out` (a try, or the whole call), `aborted` by you, `answer_unreadable` (cut off, or not
 * JSON), `answer_unexpected` (from a gateway or proxy in between). After any of them, the call may have been carried out.
 */
export type TransportErrorBody = {
  readonly type: 'transport_error';
  readonly code: 'connection_failed' | 'timed_out' | 'aborted' | 'answer_unreadable' | 'answer_unexpected';
  readonly message: string;
};

/** An answer as received. */
export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type CallFacts = {
  /** Sending the same call with this key again, however much later, has no second effect. Undefined for calls that need none. */
  readonly idempotency_key: string | undefined;
  /** How often the call was sent. */
  readonly attempts: number;
  /** HTTP status of the last answer. */
  readonly status: number | undefined;
  /** The last answer. Not shown when the error is printed: it may contain a client secret. */
  readonly raw: RawAnswer | undefined;
};

/** Tell them apart by `type`, then by `code`: both are closed unions. */
export type PaymentError = Error & CallFacts & (ApiErrorBody | TransportErrorBody);

const brand = Symbol.for('payment-routing.error');

/** Whether this error came from the library. Works across its ESM and CommonJS copies. */
export const isPaymentError = (error: unknown): error is PaymentError =>
  typeof error === 'object' && error !== null && brand in error;

/**
 * The error that a call rejects with. Values that may contain a secret (the session, the raw answer) are for programs, not for printing: they are
 * behind getters that neither inspection nor JSON follows.
 */
export const createPaymentError = (
  body: ApiErrorBody | TransportErrorBody,
  { raw, ...facts }: CallFacts,
  cause?: unknown,
): PaymentError => {
  const { message, ...fields } = body;
  const { session, ...printable } = fields as { readonly session?: unknown };
  const error = new Error(message, cause === undefined ? undefined : { cause });
  error.name = body.code === 'aborted' ? 'AbortError' : 'PaymentError';
  Object.assign(error, printable, facts);
  Object.defineProperties(error, {
    name: { enumerable: false },
    [brand]: { value: true },
    raw: { get: () => raw },
    ...(session === undefined ? {} : { session: { get: () => session } }),
  });
  return error as PaymentError;
};
