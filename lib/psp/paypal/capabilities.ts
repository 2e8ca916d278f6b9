import type { Capabilities } from '../../types/capabilities.ts';

const hour_ms = 60 * 60 * 1_000;

/** PayPal's capabilities for cards: orders v2 and payments v2. */
export const capabilities: Capabilities = {
  amounts: {
    // The currencies of its REST API; some only inside their own country.
    currencies: [
      ...['aud', 'brl', 'cad', 'chf', 'cny', 'czk', 'dkk', 'eur', 'gbp', 'hkd', 'huf', 'ils'],
      ...['jpy', 'mxn', 'myr', 'nok', 'nzd', 'php', 'pln', 'sek', 'sgd', 'thb', 'twd', 'usd'],
    ],
    exponents: { huf: 0, twd: 0 },
    multiples: {},
    minima: {},
    maximum: Number.MAX_SAFE_INTEGER,
  },
  brands: ['visa', 'mastercard', 'amex', 'discover', 'jcb', 'unionpay', 'maestro'],
  card: true,
  // card_request requires no `security_code`.
  card_without_cvc: true,
  psp_token: true,
  wallets: [],
  three_d_secure: true,
  requests_challenge: true,
  network_transaction_id: true,
  // After 3-D Secure, PayPal waits for our call to take the money.
  completes_authentication: true,
  // PayPal changes or refuses other characters. Source: `soft_descriptor` of purchase_unit.
  statement_descriptor: { max_length: 22, allowed: /^[a-zA-Z0-9 .*-]+$/ },
  capture: { manual: true, partial: true },
  // Orders keep a request id for six hours; captures of an authorisation and refunds keep theirs for 45 days.
  idempotency: { kind: 'current_state', window_ms: 6 * hour_ms },
  // By repeating the order's creation, which contains no card. PayPal does not publish how soon an order shows its payment: our figure is cautious.
  look_up: { lag_ms: 60_000, by_creation: true },
  // An order cannot be withdrawn; one that nobody completes expires.
  cancel_by_reference: null,
  verifies_by_call: true,
  refund: { result: 'synchronous', look_up: true, per_capture: true },
};
