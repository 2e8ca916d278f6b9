import { square } from '../../lib/psp/square/adapter.ts';
import { readParticulars } from '../../lib/psp/square/read-particulars.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt, RefundFact } from '../../lib/types/psp.ts';
import type { HttpRequest, HttpResponse } from '../../lib/types/transport.ts';
import { readSpec } from '../tools/specs.ts';
import { get, list, object, text, texts } from './described-by-hand.ts';
import type { Facts, OperationName, PaymentFacts, PspSubject, Scene } from './psp-subject.ts';
import { answered } from './scripted-transport.ts';
import type { Paths } from './specification.ts';
import { squareCodes, squareEventNames } from './square-codes.ts';
import {
  dispute,
  notification_url,
  squareDelivery,
  squareError,
  squareIds,
  squareMoney,
  squarePayment,
  squareRefund,
  squareWebhooks,
} from './square-events.ts';

const base_url = 'https://connect.squareupsandbox.com';
const { payment, location } = squareIds;

/**
 * Square's document names only the answer that goes well, and says in its schemas that the same object comes with errors. Here that object is
 * the answer of a refusal too. Changing a payment is left out: the adapter never does, and a path of another call would pass for it.
 */
export const squarePaths = (): Paths => {
  const document = readSpec('square.openapi.json') as { readonly paths: Paths } | undefined;
  return Object.fromEntries(
    Object.entries(document?.paths ?? {}).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).flatMap(([method, operation]) => {
          if (method === 'put') return [];
          const ok = operation.responses['200'] ?? {};
          const refusals = [400, 401, 402, 403, 404, 409, 429, 500].map((status) => [status, ok]);
          return [[method, { ...operation, responses: { '200': ok, ...Object.fromEntries(refusals) } }]];
        }),
      ),
    ]),
  );
};

const part: Money = { amount: 1_000, currency: 'eur' };

/** Holds end by a call, or by themselves once their time is up. */
const ends = {
  voided: '2025-11-20T10:00:00.000Z',
  expired: '2025-11-27T09:00:00.250Z',
};

const canceled = (hold: keyof typeof ends) => ({
  status: 'CANCELED',
  updated_at: ends[hold],
  card_details: { status: 'VOIDED', card_payment_timeline: { voided_at: ends[hold] } },
});

const paymentWith = ({ captured, refunded = 0, hold }: PaymentFacts, attempt: Attempt, echo: Money) => {
  const held = {
    approved_money: squareMoney(echo),
    delay_action: 'CANCEL',
    delay_duration: 'PT168H',
    delayed_until: '2025-11-27T09:00:00.000Z',
  };
  if (hold !== undefined) return squarePayment(attempt, echo, { ...held, ...canceled(hold) });
  if (captured === undefined) return squarePayment(attempt, echo, { ...held, status: 'APPROVED' });
  const { total_money, ...completed } = squarePayment(
    attempt,
    { amount: captured ?? 1, currency: echo.currency },
    {
      ...held,
      status: 'COMPLETED',
      ...(refunded > 0 && { refunded_money: squareMoney({ amount: refunded, currency: echo.currency }) }),
    },
  );
  return captured === null ? completed : { ...completed, total_money };
};

const refundAs = (attempt: Attempt, { psp_reference, operation, amount, status }: RefundFact) => ({
  ...squareRefund(
    attempt,
    operation ?? '',
    { amount, currency: attempt.currency },
    { pending: 'PENDING', succeeded: 'COMPLETED', failed: 'FAILED' }[status],
  ),
  id: psp_reference,
  ...(operation === undefined && { reason: 'Returned goods' }),
});

const deliver =
  (
    type: string,
    kind: 'payment' | 'refund' | 'dispute',
    object: (attempt: Attempt) => object,
  ): NonNullable<Facts['elsewhere']['void']> =>
  (attempt, secret, at) =>
    squareDelivery({ type, kind, object: object(attempt), event_id: `evt-elsewhere-${type}` }, secret, at);

const ended = (hold: 'voided' | 'expired') =>
  deliver('payment.updated', 'payment', (attempt) => paymentWith({ hold }, attempt, attempt));

/** A completion has no id and no event of its own: the payment's events tell of it, which is why none is among the operations here. */
const squareFacts: Facts = {
  playFacts:
    (facts, attempt, echo) =>
    ({ url }) =>
      new URL(url).pathname === `/v2/payments/${payment}`
        ? answered(200, { payment: paymentWith(facts, attempt, echo) })
        : undefined,
  playRefunds: (refunds, attempt, cut) => {
    const ids = refunds.map(({ psp_reference }) => psp_reference);
    const refund_ids = cut ? [...Array.from({ length: 20 }, (_, index) => `older_${index}`), ...ids] : ids;
    return ({ url }) => {
      const { pathname } = new URL(url);
      if (pathname === `/v2/payments/${payment}`)
        return answered(200, {
          payment: squarePayment(attempt, attempt, {
            status: 'COMPLETED',
            ...(refund_ids.length > 0 && { refund_ids }),
          }),
        });
      const id = pathname.replace('/v2/refunds/', '');
      const refund = refunds.find(({ psp_reference }) => psp_reference === id);
      const older = { psp_reference: id, amount: 1, status: 'succeeded' } as const;
      return answered(200, { refund: refundAs(attempt, refund ?? older) });
    };
  },
  elsewhere: {
    refund: deliver('refund.updated', 'refund', (attempt) => ({
      ...squareRefund(attempt, '', part, 'COMPLETED'),
      reason: 'Returned goods',
    })),
    void: ended('voided'),
    expiry: ended('expired'),
    dispute_opened: deliver('dispute.created', 'dispute', () => dispute('EVIDENCE_REQUIRED')),
    dispute_won: deliver('dispute.state.updated', 'dispute', () => dispute('WON')),
    dispute_lost: deliver('dispute.state.updated', 'dispute', () => dispute('LOST')),
    dispute_closed: deliver('dispute.state.updated', 'dispute', () => dispute('INQUIRY_CLOSED')),
  },
};

const bodyOf = ({ body = '{}' }: HttpRequest) => JSON.parse(body);

const inScene = (scene: Scene, attempt: Attempt, echo: Money): object => {
  switch (scene.scene) {
    case 'captured':
      return squarePayment(attempt, echo, { status: 'COMPLETED' });
    case 'approved':
      return squarePayment(attempt, echo, { status: 'APPROVED' });
    case 'pending':
      return squarePayment(attempt, echo, { status: 'PENDING' });
    // Square sends nobody away. A payment that nobody finished is one that the cancel by reference leaves canceled.
    case 'requires_action':
      return squarePayment(attempt, echo, { status: 'CANCELED' });
    case 'declined':
      return squarePayment(attempt, echo, {
        status: 'FAILED',
        card_details: { status: 'FAILED', errors: [squareError(scene.code)] },
      });
    default:
      return scene satisfies never;
  }
};

const created = (scene: Scene, attempt: Attempt, echo: Money): HttpResponse =>
  scene.scene === 'declined'
    ? answered(400, { errors: [squareError(scene.code)], payment: inScene(scene, attempt, echo) })
    : answered(200, { payment: inScene(scene, attempt, echo) });

const operated: Readonly<
  Record<OperationName, (attempt: Attempt, id: string, echo: Money) => [string, HttpResponse]>
> = {
  capture: (attempt, _, echo) => [
    `/v2/payments/${payment}/complete`,
    answered(200, { payment: squarePayment(attempt, echo, { status: 'COMPLETED' }) }),
  ],
  cancel: (attempt, _, echo) => [
    `/v2/payments/${payment}/cancel`,
    answered(200, { payment: squarePayment(attempt, echo, { status: 'CANCELED' }) }),
  ],
  refund: (attempt, id, echo) => [
    '/v2/refunds',
    answered(200, { refund: squareRefund(attempt, id, echo, 'PENDING') }),
  ],
};

export const squareSubject: PspSubject = {
  name: 'square',
  adapter: square,
  account: {
    base_url,
    settings: { location_id: location, notification_url },
    webhook_secrets: ['signature-key-of-today', 'signature-key-of-yesterday'],
  },
  specification: {
    document: 'square.openapi.json',
    sources: [
      {
        file: 'square.openapi.json',
        repo: 'square/connect-api-specification',
        path: 'api.json',
        commit: '5733f6624e9a5b930a8426f0e02a6bf7e35c6c0f',
        keeps: ['/v2/payments', '/v2/refunds'],
      },
    ],
    get added() {
      return squarePaths();
    },
    authentication: (api_key) => ({ authorization: `Bearer ${api_key}`, 'square-version': '2025-08-20' }),
    idempotency: {
      keyOf: (request) => bodyOf(request).idempotency_key,
      max_length: 45,
      unkeyed: ['capture', 'cancel'],
    },
  },
  // The webhook subscriptions as their reference had them on 2026-11-23, the locations as remembered.
  examination: {
    paths: {
      '/v2/locations/{location_id}': get(
        object({
          location: object({
            id: text,
            status: { enum: ['ACTIVE', 'INACTIVE'] },
            currency: text,
            capabilities: texts,
          }),
        }),
      ),
      '/v2/webhooks/subscriptions': get(
        object({
          subscriptions: list(
            object({ notification_url: text, enabled: { type: 'boolean' }, event_types: texts }),
          ),
        }),
        'include_disabled',
      ),
    },
    answers: () => [
      [
        '/v2/locations/',
        200,
        { location: { status: 'INACTIVE', currency: 'GBP', capabilities: [] } },
        'is not active',
      ],
      [
        '/v2/locations/',
        200,
        { location: { status: 'ACTIVE', currency: 'GBP', capabilities: [] } },
        'takes no cards',
      ],
      ['/v2/locations/', 404, {}, 'there is no location'],
      ['/v2/locations/', 403, {}, 'the key has no right to this'],
      ['/v2/locations/', 503, {}, 'answers 503: ask again later'],
      ['/v2/webhooks', 200, { subscriptions: [] }, 'no webhook points to'],
    ],
    settings: [[{}, 'location_id']],
  },
  hasEffect: ({ method }) => method === 'POST',
  wireAmount: (request) => {
    const { amount, currency } = bodyOf(request).amount_money ?? {};
    return { value: amount, currency };
  },
  psp_token: 'cnon:card-nonce-ok',
  tokens: {
    single_use: [
      'cnon:card-nonce-ok',
      'cnon:CBASEGiBTRb0PKW0eHtxdTLXVHo',
      '{"source_id":"cnon:card-nonce-ok","verification_token":"verf:CBASEDKkSlXGt0ABQ4Y4LcjZ9WY"}',
      `{"source_id":"cnon:card-nonce-ok","verification_token":"verf:${'x'.repeat(400)}"}`,
    ],
    stored: [
      'ccof:GaJGNaZa8x4OgDJn4GB',
      'ccof:customer-card-id-ok',
      '{"source_id":"ccof:customer-card-id-ok","customer_id":"VDKXEEKPJN48QDG3BGGFAK05P8"}',
      '{"source_id":"cnon:card-nonce-ok","customer_id":"VDKXEEKPJN48QDG3BGGFAK05P8"}',
    ],
    none: [
      'CASH',
      'EXTERNAL',
      'cnon:',
      'ccof:',
      'cnon',
      'gftc:68b9edac9e684c49aa3c7a6e3ce2ba4e',
      'wnon:cash-app-ok',
      '8kk8451t',
      '{"source_id":"CASH"}',
      '{"source_id":"cnon:card-nonce-ok","customer_id":"a/../b"}',
      '{"source_id":"cnon:card-nonce-ok","verification_token":"verf:a b"}',
      '{"verification_token":"verf:CBASEDKkSlXGt0ABQ4Y4LcjZ9WY"}',
    ],
  },
  return_params: {},

  play: (scene, attempt, echo) => (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/v2/payments' && request.method === 'POST') return created(scene, attempt, echo);
    if (pathname === '/v2/payments') return answered(200, { payments: [inScene(scene, attempt, echo)] });
    if (pathname === `/v2/payments/${payment}`)
      return answered(200, { payment: inScene(scene, attempt, echo) });
    return pathname === '/v2/payments/cancel' ? answered(200, {}) : undefined;
  },
  playOperation:
    (name, attempt, { id }, echo) =>
    (request) => {
      const { pathname } = new URL(request.url);
      const [path, answer] = operated[name](attempt, id, echo);
      if (pathname === path) return answer;
      if (pathname === `/v2/payments/${payment}`)
        return answered(200, {
          payment: squarePayment(attempt, attempt, { status: 'COMPLETED' }),
        });
      return undefined;
    },
  errorBody: (status) => {
    const code =
      { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN', 429: 'RATE_LIMITED' }[status] ?? 'INTERNAL_SERVER_ERROR';
    return JSON.stringify({ errors: [{ category: 'API_ERROR', code }] });
  },

  operations: { capture: 'succeeded', cancel: 'succeeded', refund: 'pending' },
  // A canceled payment takes no money, whatever amount it tells.
  differs: { no_echo: ['cancel'] },
  codes: squareCodes,
  event_names: squareEventNames,
  readParticulars,
  amounts: { section: null, at_least: 6 },
  webhooks: squareWebhooks,
  facts: squareFacts,
};
