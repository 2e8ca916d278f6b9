export { type Client, createClient } from './create-client.ts';
export type * from './generated/api-types.ts';
export type { Listing } from './listing.ts';
export type {
  CallOptions,
  ClientOptions,
  Hooks,
  PostOptions,
  TimeLimits,
  TriedFacts,
  TryFacts,
} from './options.ts';
export {
  isPaymentError,
  type PaymentError,
  type RawAnswer,
  type TransportErrorBody,
} from './payment-error.ts';
export { type ResponseFacts, responseOf } from './response-of.ts';
export type { WebhookHeaders, WebhookProblem, WebhookVerificationError } from './verify-webhook.ts';
