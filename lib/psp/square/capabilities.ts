import type { Capabilities } from '../../types/capabilities.ts';

const hour_ms = 60 * 60 * 1_000;

/** What Square's Payments API can do for cards. An account takes only its country's currency; any other is refused as not supported. */
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
  // No call takes a card number: Square's own fields in the browser turn it into a token, including 3-D Secure.
  card: false,
  card_without_cvc: false,
  psp_token: true,
  wallets: [],
  three_d_secure: false,
  requests_challenge: false,
  network_transaction_id: false,
  statement_descriptor: { max_length: 20, allowed: /^[\x20-\x7e]+$/ },
  // A payment is completed as a whole; to take less it would have to be changed first.
  capture: { manual: true, partial: false },
  // Only the first successful answer is promised again. Square publishes no period: an hour is our own cautious guess.
  idempotency: { kind: 'success_only', window_ms: hour_ms },
  // The list of payments is consistent after "several seconds"; a minute is our own cautious figure.
  look_up: { lag_ms: 60_000 },
  // CancelPaymentByIdempotencyKey. If it finds no payment it leaves nothing behind, so it counts only after the last call of an attempt.
  fence: { result: 'synchronous' },
  refund: { result: 'webhook', look_up: true },
};
