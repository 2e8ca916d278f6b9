import { createHmac, timingSafeEqual } from 'node:crypto';
import { eventsRead } from '../../../lib/psp/square/webhooks.ts';
import { type DashboardAct, type DashboardAnswer, within } from '../framework/dashboard.ts';
import { type Dispute, endDispute } from '../framework/dispute.ts';
import { readLedger } from '../framework/ledger.ts';
import { cancelPayment, capturePayment, refundable } from '../framework/payment.ts';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import type {
  Operation,
  PspDefinition,
  PspRequest,
  SimulatedPsp,
  SimulatorContext,
} from '../framework/simulated-psp.ts';
import {
  changePayment,
  emitDispute,
  openSquareBooks,
  renderDispute,
  type SquareBooks,
  type SquarePayment,
  squareLocation,
} from './books.ts';
import { lookUpOperations } from './look-ups.ts';
import { paymentOperations } from './payments.ts';
import { giveBack, refundOperation, settleRefund } from './refunds.ts';
import { readReport, writeReport } from './report.ts';
import { squareError } from './requests.ts';

const credentials = {
  api_key: 'EAAAsimulatedSquareAccessToken',
  webhook_secrets: ['simulated-square-signature-key'],
  settings: {
    location_id: squareLocation,
    // The address registered at Square, which the signature covers; deliveries may go to another one.
    notification_url: 'https://simulated.invalid/v1/webhooks/square',
  },
};

/** Square's Payments API, for card tokens. */
export const square: PspDefinition = {
  id: 'square',
  base_path: '',
  credentials,
  create: (context) => createSquare(context),
  readReport,
  signWebhook: (event, [secret = '']) => {
    const body = JSON.stringify(event);
    const signed = credentials.settings.notification_url + body;
    const signature = createHmac('sha256', secret).update(signed).digest('base64');
    return { body, headers: { 'x-square-hmacsha256-signature': signature } };
  },
};

const createSquare = (context: SimulatorContext): SimulatedPsp => {
  const books = openSquareBooks(context);
  return {
    operations: [
      ...paymentOperations(books),
      ...lookUpOperations(books),
      refundOperation(books),
      ...accountOperations(books),
    ],
    idempotency: {
      keyOf: keyInBody,
      // No period is published.
      window_ms: 24 * 3_600_000,
      keeps: ({ status }) => status === 200,
      replay_headers: {},
      inFlight: () => squareError(409, 'CONFLICT'),
      otherBody: () => squareError(400, 'IDEMPOTENCY_KEY_REUSED', { field: 'idempotency_key' }),
    },
    authenticate: (request) => (isAuthentic(request) ? undefined : unauthorized()),
    headers: () => ({ 'square-version': '2025-08-20' }),
    refusals: {
      unknownPath: () => squareError(404, 'NOT_FOUND'),
      unauthorized,
      rateLimited: () => squareError(429, 'RATE_LIMITED'),
      accountRefused: (call) =>
        call === 'authorize' ? squareError(403, 'CARD_PROCESSING_NOT_ENABLED') : undefined,
      detailsRefused: ({ body }) =>
        /"(?:buyer_email_address|buyer_phone_number|billing_address|shipping_address)":/.test(body)
          ? squareError(400, 'INVALID_EMAIL_ADDRESS', { field: 'buyer_email_address' })
          : undefined,
      serverError: (executed) => squareError(500, 'INTERNAL_SERVER_ERROR', { executed }),
    },
    runJob: ({ id, decline }) => settleRefund(books, id, decline),
    // Square asks for 3-D Secure in its own fields, before there is a token.
    completeChallenge: () => undefined,
    dashboard: (act) => actInDashboard(books, act),
    ledger: () => readLedger(books.payments.values(), books.refunds.values(), {}),
    report: () => writeReport(books),
  };
};

const unauthorized = () => squareError(401, 'UNAUTHORIZED');

/** Payments and refunds carry their key in the body. A cancel by key names another call's key. */
const keyInBody = ({ path, body }: PspRequest): string | undefined => {
  if (path !== '/v2/payments' && path !== '/v2/refunds') return undefined;
  try {
    const { idempotency_key } = JSON.parse(body);
    return typeof idempotency_key === 'string' ? idempotency_key : undefined;
  } catch {
    return undefined;
  }
};

const isAuthentic = ({ headers }: PspRequest): boolean => {
  const digest = (value: string) => createHmac('sha256', 'compare').update(value).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${credentials.api_key}`));
};

/** The one location, and the webhook with the address that its signatures cover. */
const accountOperations = ({ context }: SquareBooks): readonly Operation[] => [
  {
    method: 'GET',
    path: '/v2/locations/{id}',
    call: 'look_up',
    run: ({ params }) =>
      params.id === squareLocation
        ? {
            status: 200,
            body: {
              location: {
                id: squareLocation,
                name: 'Simulated',
                status: 'ACTIVE',
                country: 'GB',
                currency: 'GBP',
                capabilities: ['CREDIT_CARD_PROCESSING'],
              },
            },
            executed: true,
          }
        : squareError(404, 'NOT_FOUND'),
  },
  {
    method: 'GET',
    path: '/v2/webhooks/subscriptions',
    call: 'look_up',
    run: () => {
      const webhook = context.webhook();
      const subscriptions = webhook
        ? [
            {
              id: 'wbhk_simulated',
              name: 'events',
              enabled: webhook.active,
              event_types: eventsRead,
              notification_url: context.credentials.settings.notification_url,
              api_version: '2025-08-20',
            },
          ]
        : [];
      return { status: 200, body: { subscriptions }, executed: true };
    },
  },
];

/** Actions in Square's dashboard, by the bank, or by time. Square writes ISO 4217 minor units. */
const actInDashboard = (books: SquareBooks, { act, payment: id, amount }: DashboardAct): DashboardAnswer => {
  const payment = books.payments.get(id);
  if (payment === undefined) return `no payment ${id}`;
  const held = payment.status === 'authorized' ? payment.authorized : 0;
  switch (act) {
    case 'capture':
      return within(held, amount, (value) => changePayment(books, capturePayment(payment, value)));
    case 'void':
      return within(held, undefined, () => changePayment(books, cancelPayment(payment)));
    case 'expire':
      return within(held, undefined, () =>
        changePayment(books, { ...cancelPayment(payment), delayed_until: books.context.now() }),
      );
    case 'refund':
      return within(refundable(payment), amount, (value) =>
        giveBack(books, payment, { amount: value, reference: null }, undefined),
      );
    case 'dispute':
      return within(payment.captured, amount, (value) => openDispute(books, payment, value));
    case 'win':
    case 'lose':
      return closeDispute(books, payment, act === 'win' ? 'won' : 'lost')
        ? undefined
        : 'no dispute of it is open';
    default:
      return act satisfies never;
  }
};

/** A cardholder disputes a captured amount. */
const openDispute = (books: SquareBooks, payment: SquarePayment, amount: number): void => {
  const id = randomId(20, alphanumeric);
  const created = books.context.now();
  const dispute: Dispute = { id, payment: payment.id, amount, status: 'open', created };
  books.disputes.put(id, dispute);
  emitDispute(books, 'dispute.created', id, renderDispute(books, payment, dispute));
};

/** The bank decides on the newest dispute; false if there is none. */
const closeDispute = (books: SquareBooks, payment: SquarePayment, status: 'won' | 'lost'): boolean => {
  const ended = endDispute(books.disputes, payment.id, status);
  if (ended === undefined) return false;
  emitDispute(books, 'dispute.state.updated', ended.id, renderDispute(books, payment, ended));
  return true;
};
