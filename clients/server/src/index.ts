export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type PostOptions,
} from './create-client.ts';
export type * from './generated/api-types.ts';
export {
  isPaymentError,
  type PaymentError,
  type RawAnswer,
  type TransportErrorBody,
} from './payment-error.ts';
