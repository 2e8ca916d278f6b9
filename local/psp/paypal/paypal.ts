import { readLedger } from '../framework/ledger.ts';
import type { PspDefinition, SimulatedPsp, SimulatorContext } from '../framework/simulated-psp.ts';
import { completeChallenge } from './complete-challenge.ts';
import { currentState } from './current-state.ts';
import { actInDashboard } from './dashboard.ts';
import { orderOperations } from './orders.ts';
import { paymentOperations } from './payments.ts';
import { openPayPalBooks } from './paypal-books.ts';
import { payPalError } from './paypal-errors.ts';
import { readReport } from './read-report.ts';
import { authenticate, tokenOperation, unauthorized } from './tokens.ts';
import { verifyOperation } from './verify-operation.ts';
import { webhookOperation } from './webhook-operation.ts';
import { signWebhook, webhookId } from './webhook-signature.ts';
import { payPalExponents } from './wire-money.ts';
import { writeReport } from './write-report.ts';

/** PayPal's orders v2 and payments v2, for cards. Only PayPal can check its webhooks' signatures, so there is no webhook secret. */
export const paypal: PspDefinition = {
  id: 'paypal',
  base_path: '',
  credentials: {
    api_key: 'simulatedPayPalClient:simulatedPayPalSecret',
    webhook_secrets: [],
    settings: { webhook_id: webhookId },
  },
  create: (context) => createPayPal(context),
  readReport,
  signWebhook: (event, _, now) => signWebhook(event, now),
};

const createPayPal = (context: SimulatorContext): SimulatedPsp => {
  const books = openPayPalBooks(context);
  return {
    operations: [
      tokenOperation(books),
      ...orderOperations(books),
      ...paymentOperations(books),
      verifyOperation(),
      webhookOperation(books),
    ],
    idempotency: {
      keyOf: ({ headers }) => headers['paypal-request-id'],
      window_ms: 6 * 3_600_000,
      keeps: ({ executed }) => executed,
      replay_headers: {},
      replays: (request, kept) => currentState(books, request, kept),
      inFlight: () => payPalError(409, 'PREVIOUS_REQUEST_IN_PROGRESS'),
    },
    authenticate: (request) => authenticate(books, request),
    headers: () => ({}),
    refusals: {
      unknownPath: () => payPalError(404, undefined),
      unauthorized,
      rateLimited: () => payPalError(429, undefined),
      accountRefused: (call) =>
        call === 'authorize' ? payPalError(422, 'CURRENCY_NOT_SUPPORTED_FOR_CARD_TYPE') : undefined,
      completionRefused: (code) => payPalError(422, code),
      detailsRefused: ({ body }) =>
        /"(?:shipping|billing_address)":/.test(body)
          ? payPalError(422, 'POSTAL_CODE_REQUIRED', {
              field: '/purchase_units/0/shipping/address/postal_code',
            })
          : undefined,
      serverError: (executed) => payPalError(500, undefined, { executed }),
    },
    runJob: () => {},
    completeChallenge: (payment, approved) => completeChallenge(books, payment, approved),
    dashboard: (act) => actInDashboard(books, act),
    ledger: () => readLedger(books.orders.values(), books.refunds.values(), payPalExponents),
    report: () => writeReport(books),
  };
};
