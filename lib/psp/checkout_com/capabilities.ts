import type { Capabilities } from '../../types/capabilities.ts';
import { currencies } from '../../types/currency.ts';

export const capabilities: Capabilities = {
  amounts: {
    currencies,
    exponents: { clp: 2 },
    multiples: { clp: 100, bhd: 10, iqd: 10, jod: 10, kwd: 10, lyd: 10, omr: 10, tnd: 10 },
    minima: {},
    maximum: 999_999_999,
  },
  brands: ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'maestro'],
  card: true,
  // The field is optional, but by default an account requires the CVV: a payment without it fails.
  card_without_cvc: false,
  psp_token: true,
  wallets: ['applepay', 'googlepay'],
  three_d_secure: true,
  requests_challenge: true,
  network_transaction_id: true,
  statement_descriptor: { max_length: 25, allowed: /^[\x20-\x7e]+$/ },
  capture: { manual: true, partial: true },
  idempotency: { kind: 'success_only', window_ms: 24 * 60 * 60 * 1000 },
  // The list by reference is a beta that promises no freshness. No figure is published: a minute is our own cautious guess.
  look_up: { lag_ms: 60_000 },
  // A void requires the payment's id, so a payment is first looked up and then canceled.
  cancel_by_reference: null,
  refund: { result: 'webhook', look_up: true },
};
