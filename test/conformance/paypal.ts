import { paypal } from '../../lib/psp/paypal/adapter.ts';
import { readParticulars } from '../../lib/psp/paypal/read-particulars.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt } from '../../lib/types/psp.ts';
import type { HttpRequest, HttpResponse } from '../../lib/types/transport.ts';
import { readSpec } from '../tools/specs.ts';
import { get, list, object, text } from './described-by-hand.ts';
import { paypalCodes, paypalEventNames } from './paypal-codes.ts';
import {
  paypalIds,
  paypalOrder,
  paypalOrderId,
  paypalPayment,
  paypalRefund,
  paypalSecrets,
  paypalVerifier,
  paypalWebhooks,
  webhook_id,
} from './paypal-events.ts';
import { paypalFacts, paypalReturns } from './paypal-facts.ts';
import type { OperationName, PspSubject, Scene } from './psp-subject.ts';
import type { Schema } from './schema.ts';
import { answered } from './scripted-transport.ts';
import type { Paths } from './specification.ts';

/**
 * What the adapter calls beside orders v2: payments v2, from its own official document, and two calls of which no document is stored. Those two
 * are written by hand after PayPal's public reference: nothing but this description checks them.
 */
export const paypalPaths = (): Paths => ({ ...payments(), ...byHand });

/** The paths of payments v2 with their schemas in place: its names mean other things in the document of orders. */
const payments = (): Paths => {
  const document = readSpec('paypal-payments.openapi.json');
  return document === undefined ? {} : (inPlace(document, document) as { readonly paths: Paths }).paths;
};

const inPlace = (document: unknown, node: unknown): unknown => {
  if (Array.isArray(node)) return node.map((each) => inPlace(document, each));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as Schema;
  if (typeof $ref === 'string') return inPlace(document, referred(document, $ref));
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inPlace(document, value)]));
};

const referred = (document: unknown, ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, step) => Reflect.get(node as object, step), document);

const objectNeeding = (properties: Schema, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
});
const filled: Schema = { type: 'string', minLength: 1 };

const byHand: Paths = {
  '/v1/oauth2/token': {
    post: {
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: objectNeeding({ grant_type: { const: 'client_credentials' } }, ['grant_type']),
          },
        },
      },
      responses: {
        '200': {
          content: {
            'application/json': {
              schema: objectNeeding(
                { access_token: filled, token_type: { const: 'Bearer' }, expires_in: { type: 'integer' } },
                ['access_token', 'token_type', 'expires_in'],
              ),
            },
          },
        },
        '401': {
          content: {
            'application/json': {
              schema: objectNeeding({ error: filled, error_description: filled }, ['error']),
            },
          },
        },
      },
    },
  },
  '/v1/notifications/verify-webhook-signature': {
    post: {
      requestBody: {
        content: {
          'application/json': {
            schema: objectNeeding(
              {
                auth_algo: { type: 'string', maxLength: 100, pattern: '^[a-zA-Z0-9]+$' },
                cert_url: { type: 'string', maxLength: 500, format: 'uri' },
                transmission_id: { type: 'string', maxLength: 50 },
                transmission_sig: { type: 'string', maxLength: 500 },
                transmission_time: { type: 'string', maxLength: 100 },
                webhook_id: { type: 'string', maxLength: 50, pattern: '^[a-zA-Z0-9]+$' },
                webhook_event: { type: 'object' },
              },
              [
                'auth_algo',
                'cert_url',
                'transmission_id',
                'transmission_sig',
                'transmission_time',
                'webhook_id',
                'webhook_event',
              ],
            ),
          },
        },
      },
      responses: {
        '200': {
          content: {
            'application/json': {
              schema: objectNeeding({ verification_status: { enum: ['SUCCESS', 'FAILURE'] } }, [
                'verification_status',
              ]),
            },
          },
        },
      },
    },
  },
};

const base_url = 'https://api-m.sandbox.paypal.com';
const orders = '/v2/checkout/orders';
const payerAction = {
  links: [
    {
      href: `https://www.sandbox.paypal.com/webapps/helios?action=verify&token=${paypalIds.order}`,
      rel: 'payer-action',
      method: 'GET',
    },
  ],
};

const isToken = ({ url }: HttpRequest): boolean => url.endsWith('/v1/oauth2/token');

/** The order after the call that pays it, and as a look-up finds it. */
const paidOrder = (scene: Scene, attempt: Attempt, echo: Money): object => {
  const kind = attempt.capture_method === 'automatic' ? 'captures' : 'authorizations';
  const id = kind === 'captures' ? paypalIds.capture : paypalIds.authorization;
  const completed = (state: { status: string; [field: string]: unknown }) =>
    paypalOrder(attempt, echo, {
      status: 'COMPLETED',
      payments: { [kind]: [paypalPayment(attempt, echo, { id, ...state })] },
    });
  switch (scene.scene) {
    case 'captured':
      return completed({
        status: 'COMPLETED',
        final_capture: true,
        processor_response: { response_code: '0000' },
      });
    case 'approved':
      return completed({ status: 'CREATED' });
    case 'pending':
      return completed({ status: 'PENDING', status_details: { reason: 'PENDING_REVIEW' } });
    case 'declined':
      return completed({
        status: 'DECLINED',
        processor_response: { avs_code: 'G', cvv_code: 'P', response_code: scene.code },
      });
    case 'requires_action':
      return paypalOrder(attempt, echo, { status: 'PAYER_ACTION_REQUIRED', ...payerAction });
    default:
      return scene satisfies never;
  }
};

const pay = (scene: Scene, attempt: Attempt, echo: Money): HttpResponse =>
  scene.scene === 'requires_action'
    ? answered(422, {
        name: 'UNPROCESSABLE_ENTITY',
        details: [{ issue: 'PAYER_ACTION_REQUIRED' }],
        debug_id: '90957fca61718',
        ...payerAction,
      })
    : answered(201, paidOrder(scene, attempt, echo));

/** The order of a payment that stands. */
const knownOrder = (attempt: Attempt) => {
  const payment = paypalPayment(attempt, attempt, { id: paypalIds.capture, status: 'COMPLETED' });
  const held = paypalPayment(attempt, attempt, { id: paypalIds.authorization, status: 'CREATED' });
  return paypalOrder(attempt, attempt, {
    status: 'COMPLETED',
    payments: attempt.capture_method === 'manual' ? { authorizations: [held] } : { captures: [payment] },
  });
};

const operated: Readonly<
  Record<OperationName, (attempt: Attempt, id: string, echo: Money) => [string, HttpResponse]>
> = {
  capture: (attempt, _, echo) => [
    `/v2/payments/authorizations/${paypalIds.authorization}/capture`,
    answered(
      201,
      paypalPayment(attempt, echo, { id: paypalIds.capture, status: 'COMPLETED', final_capture: true }),
    ),
  ],
  cancel: (attempt, _, echo) => [
    `/v2/payments/authorizations/${paypalIds.authorization}/void`,
    answered(200, paypalPayment(attempt, echo, { id: paypalIds.authorization, status: 'VOIDED' })),
  ],
  refund: (attempt, id, echo) => [
    `/v2/payments/captures/${paypalIds.capture}/refund`,
    answered(201, paypalRefund(attempt, id, echo)),
  ],
};

const amountIn = ({ body = '' }: HttpRequest): { value?: string; currency_code?: string } => {
  if (!body.startsWith('{')) return {};
  const { amount, purchase_units } = JSON.parse(body);
  return purchase_units?.[0]?.amount ?? amount ?? {};
};

export const paypalSubject: PspSubject = {
  name: 'paypal',
  adapter: paypal,
  account: { base_url, settings: { webhook_id }, webhook_secrets: paypalSecrets },
  specification: {
    document: 'paypal-orders.openapi.json',
    sources: [
      {
        file: 'paypal-orders.openapi.json',
        repo: 'paypal/paypal-rest-api-specifications',
        path: 'openapi/checkout_orders_v2.json',
        commit: 'ec4d8f36a6ab0abcc3865e1072aaddc85ea14d5c',
        keeps: ['/v2/checkout/orders'],
      },
      {
        file: 'paypal-payments.openapi.json',
        repo: 'paypal/paypal-rest-api-specifications',
        path: 'openapi/payments_payment_v2.json',
        commit: 'ec4d8f36a6ab0abcc3865e1072aaddc85ea14d5c',
        keeps: ['/v2/payments'],
      },
    ],
    get added() {
      return paypalPaths();
    },
    authentication: (api_key, request) => ({
      authorization: isToken(request) ? `Basic ${Buffer.from(api_key).toString('base64')}` : 'Bearer A21AA',
    }),
    idempotency: {
      keyOf: ({ headers }) => headers['paypal-request-id'],
      max_length: 108,
      unkeyed: ['cancel'],
    },
  },
  prepares: isToken,
  // The Webhooks Management v1 as its reference had it on 2026-11-23.
  examination: {
    paths: {
      '/v1/oauth2/token': {
        post: {
          requestBody: {
            content: {
              'application/x-www-form-urlencoded': {
                schema: object({ grant_type: { const: 'client_credentials' } }),
              },
            },
          },
          responses: {
            '200': {
              content: {
                'application/json': {
                  schema: object({ access_token: text, scope: text }),
                },
              },
            },
          },
        },
      },
      '/v1/notifications/webhooks/{webhook_id}': get(
        object({ id: text, url: text, event_types: list(object({ name: text })) }),
      ),
    },
    answers: () => [
      ['/v1/oauth2/token', 200, { access_token: 'A', scope: 'openid' }, 'may not make payments'],
      ['/notifications/webhooks', 404, {}, 'there is no webhook'],
    ],
    settings: [[{}, 'webhook_id']],
  },
  hasEffect: ({ method, url }) => method === 'POST' && /\/(capture|authorize|void|refund)$/.test(url),
  wireAmount: (request) => {
    const { value, currency_code } = amountIn(request);
    return {
      // The digits after the point are part of what is checked: without them the integer would be another.
      value: value === undefined ? undefined : String(BigInt(value.replace('.', ''))),
      currency: currency_code,
    };
  },
  psp_token: '8kk8451t',
  tokens: {
    single_use: [],
    stored: ['8kk8451t', '7nh6xtx9', 'CARD-1MD19612EW4364010KGFNJQI', 'x'.repeat(255)],
    none: ['4242424242424242', '378282246310005', 'cnon:card-nonce-ok', 'x'.repeat(256)],
  },
  return_params: { token: paypalIds.order, liability_shift: 'POSSIBLE', code: 'AUTHENTICATION_SUCCESSFUL' },
  returns: paypalReturns,

  play: (scene, attempt, echo) => (request) => {
    const { pathname } = new URL(request.url);
    const order = `${orders}/${paypalOrderId(attempt)}`;
    if (pathname === orders) return answered(201, paypalOrder(attempt, echo, { status: 'CREATED' }));
    if (pathname === order) return answered(200, paidOrder(scene, attempt, echo));
    if (pathname === `${order}/capture`) return pay(scene, attempt, echo);
    if (pathname === `${order}/authorize`) return pay(scene, attempt, echo);
    return paypalVerifier(request);
  },
  playOperation:
    (name, attempt, { id }, echo) =>
    (request) => {
      const { pathname } = new URL(request.url);
      const [path, answer] = operated[name](attempt, id, echo);
      if (pathname === path) return answer;
      if (pathname === `${orders}/${attempt.psp_reference}`) return answered(200, knownOrder(attempt));
      return paypalVerifier(request);
    },
  errorBody: (status) =>
    JSON.stringify({
      name: { 401: 'AUTHENTICATION_FAILURE', 403: 'NOT_AUTHORIZED' }[status] ?? 'INTERNAL_SERVER_ERROR',
      message: `HTTP ${status}`,
      debug_id: '90957fca61718',
    }),

  operations: { capture: 'succeeded', cancel: 'succeeded', refund: 'succeeded' },
  // A voided authorisation holds no money, whatever amount it tells.
  differs: { no_echo: ['cancel'] },
  codes: paypalCodes,
  event_names: paypalEventNames,
  readParticulars,
  amounts: { section: 'paypal', at_least: 24 },
  webhooks: paypalWebhooks,
  facts: paypalFacts,
};
