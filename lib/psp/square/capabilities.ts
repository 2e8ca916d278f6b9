import type { Capabilities } from '../../types/capabilities.ts';

const hour_ms = 60 * 60 * 1_000;

/** Capabilities of Square's Payments API for cards. An account accepts only its country's currency; any other is refused as not supported. */
export const capabilities: Capabilities = {
  amounts: {
    // Of Square's countries: Australia, Canada, France, Ireland, Japan, Spain, the United Kingdom and the United States.
    currencies: ['aud', 'cad', 'eur', 'gbp', 'jpy', 'usd'],
    exponents: {},
    multiples: {},
    minima: {},
    maximum: Number.MAX_SAFE_INTEGER,
  },
  brands: ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'],
  // No call accepts a card number: Square's own fields in the browser turn it into a token, including 3-D Secure.
  card: false,
  card_without_cvc: false,
  psp_token: true,
  wallets: [],
  three_d_secure: false,
  requests_challenge: false,
  network_transaction_id: false,
  statement_descriptor: { max_length: 20, allowed: /^[\x20-\x7e]+$/ },
  // A payment is completed as a whole; to capture less, its amount would have to be changed first.
  capture: { manual: true, partial: false },
  // Square promises to repeat only a first successful response. It publishes no period: an hour is our own cautious guess.
  idempotency: { kind: 'success_only', window_ms: hour_ms },
  // The list of payments is consistent after "several seconds"; a minute is our own cautious figure.
  look_up: { lag_ms: 60_000 },
  // CancelPaymentByIdempotencyKey. If it finds no payment, it does not block a later one, so it counts only after an attempt's last call.
  cancel_by_reference: { result: 'synchronous' },
  refund: { result: 'webhook', look_up: true },
};
