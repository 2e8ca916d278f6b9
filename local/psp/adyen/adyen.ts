import { createHmac, timingSafeEqual } from 'node:crypto';
import { readLedger } from '../framework/ledger.ts';
import type {
  PspDefinition,
  PspRequest,
  SimulatedPsp,
  SimulatorContext,
} from '../framework/simulated-psp.ts';
import { accountOperations } from './account-operations.ts';
import { openAdyenBooks } from './adyen-books.ts';
import { adyenError, invalid } from './adyen-errors.ts';
import { closeOffer, offerClosed } from './close-offer.ts';
import { actInDashboard } from './dashboard.ts';
import { exponents } from './exponents.ts';
import { failNow, schemeRefuses } from './fail-later.ts';
import { merchantAccount } from './merchant-account.ts';
import { modificationOperations } from './modifications.ts';
import { completeChallenge, paymentDetailsOperation } from './payment-details.ts';
import { paymentOperation } from './payments.ts';
import { readReport } from './read-report.ts';
import { settleModification } from './settle-modification.ts';
import { signItem } from './sign-item.ts';
import { writeReport } from './write-report.ts';

const credentials = {
  api_key: 'AQEsimulatedAdyenCheckoutApiKey',
  webhook_secrets: ['44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'],
  settings: { merchant_account: merchantAccount },
};

/** Adyen's Checkout API, version 72, for cards. */
export const adyen: PspDefinition = {
  id: 'adyen',
  base_path: '/v72',
  credentials,
  create: (context) => createAdyen(context),
  readReport,
  signWebhook: (event, [secret = '']) => ({ body: JSON.stringify(signItem(event, secret)), headers: {} }),
};

const createAdyen = (context: SimulatorContext): SimulatedPsp => {
  const books = openAdyenBooks(context);
  return {
    operations: [
      paymentOperation(books),
      paymentDetailsOperation(books),
      ...modificationOperations(books),
      ...accountOperations(books),
    ],
    idempotency: {
      keyOf: ({ headers }) => headers['idempotency-key'],
      window_ms: 7 * 24 * 3_600_000,
      keeps: ({ executed }) => executed,
      replay_headers: {},
      refusesKey: (key) =>
        key.length <= 64 ? undefined : invalid('702', 'The idempotency key has more than 64 characters.'),
      inFlight: () =>
        adyenError(
          422,
          { code: '704', message: 'request already processed or in progress', type: 'validation' },
          { transient: true },
        ),
    },
    authenticate: (request) => (isAuthentic(request) ? undefined : unauthorized()),
    headers: () => ({}),
    refusals: {
      unknownPath: () => adyenError(404, { code: '000', message: 'Not found', type: 'validation' }),
      unauthorized,
      rateLimited: () => adyenError(429, { code: '000', message: 'Too many requests', type: 'internal' }),
      accountRefused: (call) => (call === 'authorize' ? notConfigured() : undefined),
      completionRefused: (code) => invalid(code, 'The payment cannot be completed.'),
      // Only an error that left nothing behind is transient, and may be sent again under its key.
      detailsRefused: ({ body }) =>
        /"(?:billingAddress|deliveryAddress|shopperEmail|telephoneNumber)":/.test(body)
          ? invalid('132', 'Billing address problem (Street)')
          : undefined,
      serverError: (executed) =>
        adyenError(
          500,
          { code: '000', message: 'Internal error', type: 'internal' },
          { executed, transient: !executed },
        ),
    },
    runJob: ({ kind, id }) => {
      if (kind === offerClosed) closeOffer(books, id);
      else if (kind === schemeRefuses) failNow(books, id);
      else settleModification(books, id);
    },
    dashboard: (act) => actInDashboard(books, act),
    completeChallenge: (payment, approved) => completeChallenge(books, payment, approved),
    ledger: () => readLedger(books.payments.values(), books.refunds.values(), exponents),
    report: () => writeReport(books),
  };
};

const notConfigured = () =>
  adyenError(500, { code: '905', message: 'Payment details are not supported', type: 'configuration' });

const unauthorized = () =>
  adyenError(401, { code: '000', message: 'HTTP Status Response - Unauthorized', type: 'security' });

const isAuthentic = ({ headers }: PspRequest): boolean => {
  const digest = (value: string) => createHmac('sha256', 'compare').update(value).digest();
  return timingSafeEqual(digest(headers['x-api-key'] ?? ''), digest(credentials.api_key));
};
