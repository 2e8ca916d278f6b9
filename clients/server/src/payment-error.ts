import type { ApiErrorBody } from './generated/api-types.ts';

/**
 * No answer of the service: `connection_failed`, `timed_out` (a try, or the whole call), `aborted` by you, `answer_unreadable` (cut off, or not
 * JSON), `answer_unexpected` (of a gateway or proxy between). After any of them the call may have been carried out.
 */
export type TransportErrorBody = {
  readonly type: 'transport_error';
  readonly code: 'connection_failed' | 'timed_out' | 'aborted' | 'answer_unreadable' | 'answer_unexpected';
  readonly message: string;
};

/** An answer as it came in. */
export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type CallFacts = {
  /** Send the same call with this key again, however much later, and it has one effect. Undefined for calls that need none. */
  readonly idempotency_key: string | undefined;
  /** How often the call was sent. */
  readonly attempts: number;
  /** HTTP status of the last answer. */
  readonly status: number | undefined;
  /** The last answer. Not shown when the error is printed: it may hold a client secret. */
  readonly raw: RawAnswer | undefined;
};

/** Tell them apart by `type`, then by `code`: both are closed unions. */
export type PaymentError = Error & CallFacts & (ApiErrorBody | TransportErrorBody);

const brand = Symbol.for('payment-routing.error');

/** Whether this came from the library. Holds across its ESM and CommonJS copies. */
export const isPaymentError = (error: unknown): error is PaymentError =>
  typeof error === 'object' && error !== null && brand in error;

/**
 * The error a call rejects with. What can hold a secret (the session, the raw answer) is there for programs and not for printers: it is behind
 * getters that neither inspection nor JSON follows.
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
