export { type Client, createClient } from './create-client.ts';
export type * from './generated/api-types.ts';
export type { Listing } from './listing.ts';
export type {
  CallOptions,
  ClientOptions,
  Hooks,
  PostOptions,
  RawInput,
  RawMethod,
  TimeLimits,
  TriedFacts,
  TryFacts,
} from './options.ts';
export {
  ApiError,
  AuthenticationError,
  CardError,
  IdempotencyError,
  InvalidRequestError,
  isPaymentError,
  PaymentError,
  PermissionError,
  RateLimitError,
  type RawAnswer,
  TransportError,
  type TransportErrorBody,
} from './payment-error.ts';
export { type ResponseFacts, responseOf } from './response-of.ts';
export type { SignedWebhook, SignOptions } from './sign-webhook.ts';
export { type WebhookHeaders, type WebhookProblem, WebhookVerificationError } from './verify-webhook.ts';
