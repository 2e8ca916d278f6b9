import { createHmac, timingSafeEqual } from 'node:crypto';
import { readLedger } from '../framework/ledger.ts';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import type {
  PspDefinition,
  PspRequest,
  SimulatedPsp,
  SimulatorContext,
} from '../framework/simulated-psp.ts';
import { accountOperations } from './account-operations.ts';
import { actionOperations } from './actions.ts';
import { exponents, openCheckoutBooks } from './checkout-books.ts';
import { bare, checkoutError, requestInvalid } from './checkout-errors.ts';
import { actInDashboard } from './dashboard.ts';
import { lookUpOperations } from './look-ups.ts';
import { completeChallenge, paymentOperation } from './payments.ts';
import { readReport } from './read-report.ts';
import { settleAction } from './settle-action.ts';
import { tokenOperation } from './tokens.ts';
import { writeReport } from './write-report.ts';

/** Used by browsers, for `/tokens` only. */
const publicKey = 'pk_sbox_simulatedcheckoutaccount00';

const credentials = {
  api_key: 'sk_sbox_simulatedcheckoutaccount00',
  webhook_secrets: ['simulated-checkout-webhook-key'],
  settings: { public_key: publicKey, three_ds: 'off' },
};

/** Checkout.com's payments API (the current platform, "NAS"), for cards. */
export const checkoutCom: PspDefinition = {
  id: 'checkout_com',
  base_path: '',
  credentials,
  create: (context) => createCheckoutCom(context),
  readReport,
  signWebhook: (event, [secret = '']) => {
    const body = JSON.stringify(event);
    return { body, headers: { 'cko-signature': createHmac('sha256', secret).update(body).digest('hex') } };
  },
};

const createCheckoutCom = (context: SimulatorContext): SimulatedPsp => {
  const books = openCheckoutBooks(context);
  return {
    operations: [
      paymentOperation(books),
      ...lookUpOperations(books),
      ...actionOperations(books),
      tokenOperation(books),
      ...accountOperations(books),
    ],
    idempotency: {
      keyOf: ({ headers }) => headers['cko-idempotency-key'],
      window_ms: 24 * 3_600_000,
      keeps: ({ status }) => status >= 200 && status < 300,
      replay_headers: {},
      inFlight: () => checkoutError(409, 'processing_error', ['idempotency_key_in_use']),
    },
    authenticate: (request) => (isAuthentic(request) ? undefined : bare(401)),
    headers: () => ({ 'cko-request-id': randomId(26, alphanumeric), 'cko-version': '3.31.4' }),
    refusals: {
      unknownPath: () => bare(404),
      unauthorized: () => bare(401),
      rateLimited: () => checkoutError(429, 'too_many_requests', ['rate_limit_exceeded']),
      accountRefused: (call) =>
        call === 'authorize' ? requestInvalid('processing_channel_id_required') : undefined,
      detailsRefused: ({ body }) =>
        /"(?:billing_address|shipping|customer)":\{/.test(body) ? requestInvalid('city_invalid') : undefined,
      serverError: (executed) => ({ status: 500, executed }),
    },
    runJob: ({ id, decline }) => settleAction(books, id, decline),
    completeChallenge: (payment, approved) => completeChallenge(books, payment, approved),
    dashboard: (act) => actInDashboard(books, act),
    ledger: () => readLedger(books.payments.values(), books.refunds.values(), exponents),
    report: () => writeReport(books),
  };
};

const isAuthentic = ({ headers, path }: PspRequest): boolean => {
  const given = (headers.authorization ?? '').replace(/^Bearer /, '');
  const digest = (value: string) => createHmac('sha256', 'compare').update(value).digest();
  return timingSafeEqual(digest(given), digest(path === '/tokens' ? publicKey : credentials.api_key));
};
