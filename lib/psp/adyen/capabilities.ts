import type { Capabilities } from '../../types/capabilities.ts';
import { cardBrands } from '../../types/card.ts';
import { currencies } from '../../types/currency.ts';

const day_ms = 24 * 60 * 60 * 1000;

export const capabilities: Capabilities = {
  amounts: {
    // Adyen's table of exponents has no BIF: we send no amount whose digits are uncertain.
    currencies: currencies.filter((code) => code !== 'bif'),
    exponents: { clp: 2, isk: 2, cve: 0, idr: 0 },
    multiples: {},
    minima: {},
    maximum: Number.MAX_SAFE_INTEGER,
  },
  brands: cardBrands,
  card: true,
  // CardDetails does not require `cvc`. An account may be set to require one; Adyen then refuses.
  card_without_cvc: true,
  psp_token: true,
  wallets: ['applepay', 'googlepay'],
  three_d_secure: true,
  requests_challenge: true,
  network_transaction_id: true,
  // A redirected payment is authorised only by our call of /payments/details.
  completes_authentication: true,
  statement_descriptor: { max_length: 22, allowed: /^[a-zA-Z0-9 .,'_\-?+*/]+$/ },
  capture: { manual: true, partial: true },
  // Keys are kept for at least seven days, per company account and region.
  idempotency: { kind: 'all_answers', window_ms: 7 * day_ms },
  // No call finds a payment by our reference: only the AUTHORISATION webhook reports it.
  look_up: null,
  cancel_by_reference: { result: 'webhook' },
  refund: { result: 'webhook', look_up: false },
};
