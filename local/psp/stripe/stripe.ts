import { createHmac, timingSafeEqual } from 'node:crypto';
import { readLedger } from '../framework/ledger.ts';
import type {
  PspDefinition,
  PspRequest,
  SimulatedPsp,
  SimulatorContext,
} from '../framework/simulated-psp.ts';
import { accountOperations } from './account-operations.ts';
import { stripeExponents } from './amount-rules.ts';
import { settleRefund } from './book-refund.ts';
import { completeChallenge } from './complete-challenge.ts';
import { confirmIntentOperation } from './confirm-intent.ts';
import { createIntentOperation } from './create-intent.ts';
import { customerOperations } from './customers.ts';
import { actInDashboard } from './dashboard.ts';
import { apiVersion } from './emit-event.ts';
import { intentOperations } from './intent-operations.ts';
import { listOperations } from './list-operations.ts';
import { paymentMethodOperations } from './payment-methods.ts';
import { readReport } from './read-report.ts';
import { refundOperations } from './refund-operations.ts';
import { openStripeBooks } from './stripe-books.ts';
import { parameterError, stripeError } from './stripe-errors.ts';
import { stripeId } from './stripe-id.ts';
import { writeReport } from './write-report.ts';

const credentials = {
  api_key: 'sk_test_simulatedStripeAccount',
  webhook_secrets: ['whsec_simulatedStripeEndpoint'],
  settings: {},
};

/** Stripe's payment intents API, version 2025-03-31.basil, for cards. */
export const stripe: PspDefinition = {
  id: 'stripe',
  base_path: '',
  credentials,
  create: (context) => createStripe(context),
  readReport,
  /** `Stripe-Signature: t=…,v1=…`, one v1 for each secret in force. */
  signWebhook: (event, secrets, now) => {
    const body = JSON.stringify(event);
    const t = Math.floor(now / 1000);
    const signatures = secrets.map(
      (secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`,
    );
    return { body, headers: { 'stripe-signature': [`t=${t}`, ...signatures].join(',') } };
  },
};

const createStripe = (context: SimulatorContext): SimulatedPsp => {
  const books = openStripeBooks(context);
  return {
    operations: [
      createIntentOperation(books),
      confirmIntentOperation(books),
      ...intentOperations(books),
      ...listOperations(books),
      ...paymentMethodOperations(books),
      ...customerOperations(books),
      ...refundOperations(books),
      ...accountOperations(books),
    ],
    idempotency: {
      keyOf: ({ headers }) => headers['idempotency-key'],
      window_ms: 24 * 3_600_000,
      // Once execution has begun, every answer is stored, even a 500.
      keeps: ({ executed }) => executed,
      replay_headers: { 'idempotent-replayed': 'true' },
      refusesKey: (key) =>
        key.length <= 255
          ? undefined
          : stripeError(400, { message: 'Idempotency keys have at most 255 characters.' }),
      inFlight: () =>
        stripeError(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: 'A request with this idempotency key is still running.',
        }),
      otherBody: () =>
        stripeError(400, {
          type: 'idempotency_error',
          message: 'This idempotency key was first used with other parameters or another endpoint.',
        }),
    },
    authenticate: (request) => (isAuthentic(request) ? undefined : unauthorized()),
    headers: () => ({ 'request-id': stripeId('req'), 'stripe-version': apiVersion }),
    refusals: {
      unknownPath: (method, path) =>
        stripeError(404, { message: `Unrecognized request URL (${method}: ${path}).` }),
      unauthorized,
      rateLimited: () => stripeError(429, { code: 'rate_limit', message: 'Too many requests.' }),
      accountRefused: (call) => (call === 'tokenize' ? rawCardsOff() : undefined),
      detailsRefused: ({ body }) => {
        const given = ['shipping', 'billing_details'];
        const param = given.find((name) => decodeURIComponent(body).includes(`${name}[`));
        return param === undefined
          ? undefined
          : parameterError({ kind: 'invalid', path: [param, 'phone'], message: 'not a number' });
      },
      serverError: (executed) =>
        stripeError(500, { type: 'api_error', message: 'Something went wrong on our side.' }, { executed }),
    },
    runJob: (job) => settleRefund(books, job),
    completeChallenge: (payment, approved) => completeChallenge(books, payment, approved),
    challengeInFrame: true,
    dashboard: (act) => actInDashboard(books, act),
    ledger: () => readLedger(books.intents.values(), books.refunds.values(), stripeExponents),
    report: () => writeReport(books),
  };
};

/** The raw card data APIs are not switched on. */
const rawCardsOff = () =>
  stripeError(402, {
    message: 'Sending credit card numbers directly to the Stripe API is generally unsafe.',
  });

const unauthorized = () => stripeError(401, { message: 'Invalid API Key provided.' });

const userOf = (basic: string): string => Buffer.from(basic, 'base64').toString().split(':')[0] ?? '';

/** `Bearer` or, as curl users write it, the key as the user name of basic authentication. */
const isAuthentic = ({ headers }: PspRequest): boolean => {
  const [scheme, value = ''] = (headers.authorization ?? '').split(' ');
  const bearer = scheme === 'Bearer' ? value : '';
  const given = scheme === 'Basic' ? userOf(value) : bearer;
  const [a, b] = [Buffer.from(given), Buffer.from(credentials.api_key)];
  return a.length === b.length && timingSafeEqual(a, b);
};
