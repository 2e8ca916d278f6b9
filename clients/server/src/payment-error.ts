import { type ErrorClass, errorClass, makeError } from './error-class.ts';
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
  /** How often the call was sent. 0: it was aborted before. */
  readonly attempts: number;
  /** HTTP status of the last answer. */
  readonly status: number | undefined;
  /** The last answer. Not shown when the error is printed: it may contain a client secret. */
  readonly raw: RawAnswer | undefined;
};

/** Tell them apart by `type` or by class, then by `code`: types and codes are closed unions. */
export type PaymentError = Error & CallFacts & (ApiErrorBody | TransportErrorBody);

const brand = Symbol.for('payment-routing.error');

/** What every call rejects with. */
export const PaymentError: ErrorClass<PaymentError> = errorClass('PaymentError', (value) => brand in value);

type Type = PaymentError['type'];
type Of<Name extends Type> = Extract<PaymentError, { readonly type: Name }>;

const classOf = <Name extends Type>(name: string, type: Name): ErrorClass<Of<Name>> =>
  errorClass(name, (value) => brand in value && 'type' in value && value.type === type, PaymentError);

export type InvalidRequestError = Of<'invalid_request_error'>;
export const InvalidRequestError: ErrorClass<InvalidRequestError> = classOf(
  'InvalidRequestError',
  'invalid_request_error',
);
export type AuthenticationError = Of<'authentication_error'>;
export const AuthenticationError: ErrorClass<AuthenticationError> = classOf(
  'AuthenticationError',
  'authentication_error',
);
export type PermissionError = Of<'permission_error'>;
export const PermissionError: ErrorClass<PermissionError> = classOf('PermissionError', 'permission_error');
export type IdempotencyError = Of<'idempotency_error'>;
export const IdempotencyError: ErrorClass<IdempotencyError> = classOf(
  'IdempotencyError',
  'idempotency_error',
);
export type CardError = Of<'card_error'>;
export const CardError: ErrorClass<CardError> = classOf('CardError', 'card_error');
export type RateLimitError = Of<'rate_limit_error'>;
export const RateLimitError: ErrorClass<RateLimitError> = classOf('RateLimitError', 'rate_limit_error');
export type ApiError = Of<'api_error'>;
export const ApiError: ErrorClass<ApiError> = classOf('ApiError', 'api_error');
export type TransportError = Of<'transport_error'>;
export const TransportError: ErrorClass<TransportError> = classOf('TransportError', 'transport_error');

const classes: { readonly [Name in Type]: ErrorClass<Of<Name>> } = {
  invalid_request_error: InvalidRequestError,
  authentication_error: AuthenticationError,
  permission_error: PermissionError,
  idempotency_error: IdempotencyError,
  card_error: CardError,
  rate_limit_error: RateLimitError,
  api_error: ApiError,
  transport_error: TransportError,
};

/** Whether this error came from the library, from whichever of its copies. The same as `instanceof PaymentError`. */
export const isPaymentError = (error: unknown): error is PaymentError => error instanceof PaymentError;

/**
 * The error that a call rejects with. Values that may contain a secret (the session, the bank's page, the raw answer) are for programs, not for printing: they are
 * behind getters that neither inspection nor JSON follows.
 */
export const createPaymentError = (
  body: ApiErrorBody | TransportErrorBody,
  { raw, ...facts }: CallFacts,
  cause?: unknown,
): PaymentError => {
  const { message, ...fields } = body;
  const { session, next_action, ...printable } = fields as {
    readonly session?: unknown;
    readonly next_action?: unknown;
  };
  // A newer service may send a type that this version does not know.
  const Class = Object.hasOwn(classes, body.type) ? classes[body.type] : PaymentError;
  const error = makeError<PaymentError>(Class as ErrorClass<PaymentError>, message, cause);
  Object.assign(error, printable, facts);
  Object.defineProperties(error, {
    ...(body.code === 'aborted' && { name: { value: 'AbortError' } }),
    [brand]: { value: true },
    raw: { get: () => raw },
    ...(session === undefined ? {} : { session: { get: () => session } }),
    ...(next_action === undefined ? {} : { next_action: { get: () => next_action } }),
  });
  return error;
};
