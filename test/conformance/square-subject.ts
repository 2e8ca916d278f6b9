import { square } from '../../lib/psp/square/square.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt } from '../../lib/types/psp.ts';
import type { HttpAnswer, HttpRequest } from '../../lib/types/transport.ts';
import type { OperationName, PspSubject, Scene } from './psp-subject.ts';
import { answered } from './scripted-transport.ts';
import { squareCodes } from './square-codes.ts';
import { squareFacts } from './square-facts.ts';
import { squareError, squareIds, squarePayment, squareRefund } from './square-objects.ts';
import { squarePaths } from './square-paths.ts';
import { notification_url, squareWebhooks } from './square-webhooks.ts';

const base_url = 'https://connect.squareupsandbox.com';
const { payment, location } = squareIds;

const bodyOf = ({ body = '{}' }: HttpRequest) => JSON.parse(body);

const inScene = (scene: Scene, attempt: Attempt, echo: Money): object => {
  switch (scene.scene) {
    case 'captured':
      return squarePayment(attempt, echo, { status: 'COMPLETED' });
    case 'approved':
      return squarePayment(attempt, echo, { status: 'APPROVED' });
    case 'pending':
      return squarePayment(attempt, echo, { status: 'PENDING' });
    // Square sends nobody away. A payment that nobody finished is one that the fence leaves canceled.
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

const created = (scene: Scene, attempt: Attempt, echo: Money): HttpAnswer =>
  scene.scene === 'declined'
    ? answered(400, { errors: [squareError(scene.code)], payment: inScene(scene, attempt, echo) })
    : answered(200, { payment: inScene(scene, attempt, echo) });

const operated: Readonly<
  Record<OperationName, (attempt: Attempt, id: string, echo: Money) => [string, HttpAnswer]>
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
    added: squarePaths(),
    authentication: (api_key) => ({ authorization: `Bearer ${api_key}`, 'square-version': '2025-08-20' }),
    idempotency: {
      keyOf: (request) => bodyOf(request).idempotency_key,
      max_length: 45,
      unkeyed: ['capture', 'cancel'],
    },
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
  amounts: { section: null, at_least: 6 },
  webhooks: squareWebhooks,
  facts: squareFacts,
};
