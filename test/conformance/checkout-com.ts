import { checkoutCom } from '../../lib/psp/checkout_com/adapter.ts';
import { readParticulars } from '../../lib/psp/checkout_com/read-particulars.ts';
import { exponentOf } from '../../lib/types/currency.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt } from '../../lib/types/psp.ts';
import type { HttpRequest } from '../../lib/types/transport.ts';
import { readSpec } from '../tools/specs.ts';
import { checkoutComCodes, checkoutComEventNames } from './checkout-com-codes.ts';
import {
  checkoutComEvents,
  checkoutComFacts,
  checkoutComIds,
  disputedPayment,
  sign,
} from './checkout-com-events.ts';
import { get, list as listOf, object, text } from './described-by-hand.ts';
import type { OperationName, PspSubject, Scene, Script } from './psp-subject.ts';
import { sampleAttempt } from './samples.ts';
import { answered } from './scripted-transport.ts';
import type { Paths, Schema } from './specification.ts';

/**
 * What Checkout.com's stored document leaves out of `/payments`.
 * - The list by reference. Written by hand after a newer edition of the publisher's own reference, where the call is a beta: nothing but this
 *   description checks it.
 * - The kinds of source and of token. The document names them by a discriminator only, which JSON Schema does not know.
 */
export const checkoutComPaths = (): Paths => {
  const document = readSpec('checkoutcom.openapi.json') as Document | undefined;
  const post = document?.paths['/payments']?.post;
  if (document === undefined || post === undefined) return { '/payments': { get: list } };
  const { PaymentRequestSource, TokenRequest } = document.components.schemas;
  const source = kindsOf(PaymentRequestSource);
  const schema: Schema = {
    allOf: [{ $ref: '#/components/schemas/PaymentRequest' }, { type: 'object', properties: { source } }],
  };
  return {
    '/payments': {
      get: list,
      post: { ...post, requestBody: { content: { 'application/json': { schema } } } },
    },
    '/tokens': {
      post: {
        ...document.paths['/tokens']?.post,
        requestBody: { content: { 'application/json': { schema: kindsOf(TokenRequest) } } },
        responses: document.paths['/tokens']?.post?.responses ?? {},
      },
    },
  };
};

type Kinds = { readonly discriminator: { readonly mapping: Readonly<Record<string, string>> } };

const kindsOf = ({ discriminator: { mapping } }: Kinds): Schema => ({
  anyOf: Object.entries(mapping).map(([type, $ref]) => ({
    allOf: [{ $ref }, { type: 'object', properties: { type: { const: type } } }],
  })),
});

/**
 * Checkout.com's document asks for an `id` in a payment's balances, where it neither describes one nor gives one in its examples. It is also older
 * than the type of unscheduled payments, which the publisher's .NET and Java libraries of August 2026 have, and which they require.
 */
export const correctedCheckoutCom = (document: unknown): unknown => {
  if (document === undefined) return undefined;
  const copy = structuredClone(document) as { components: { schemas: Record<string, Correctable> } };
  const { PaymentResponseBalances, PaymentRequest, PaymentDetails } = copy.components.schemas;
  if (PaymentResponseBalances) PaymentResponseBalances.required = [];
  for (const payment of [PaymentRequest, PaymentDetails])
    payment?.properties?.payment_type?.enum?.push('Unscheduled');
  return copy;
};

type Correctable = {
  required?: string[];
  readonly properties?: { readonly payment_type?: { readonly enum?: string[] } };
};

type Document = {
  readonly paths: Paths;
  readonly components: {
    readonly schemas: {
      readonly PaymentRequestSource: Kinds;
      readonly TokenRequest: Kinds;
    };
  };
};

const list: Paths[string][string] = {
  parameters: [
    { name: 'limit', in: 'query' },
    { name: 'skip', in: 'query' },
    { name: 'reference', in: 'query' },
  ],
  responses: {
    '200': {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['limit', 'skip', 'total_count', 'data'],
            properties: {
              limit: { type: 'integer' },
              skip: { type: 'integer' },
              total_count: { type: 'integer' },
              data: { type: 'array', items: { $ref: '#/components/schemas/PaymentDetails' } },
            },
          },
        },
      },
    },
    '401': {},
    '422': {},
  },
};

const { payment, action, processed_on } = checkoutComIds;
const base_url = 'https://api.sandbox.checkout.com';
/** The sample's is the publisher's example; every other attempt has its own. */
const idOf = (reference: string): string =>
  reference === sampleAttempt().reference ? payment : `pay_${reference.slice('ch_'.length)}`;
const sessionOf = (reference: string): string => `sid_${reference.slice('ch_'.length)}`;
const linksOf = (reference: string) => {
  const href = `${base_url}/payments/${idOf(reference)}`;
  return { self: { href }, actions: { href: `${href}/actions` } };
};
const redirect = { href: 'https://3ds2-sandbox.ckotech.co/interceptor/3ds_7ofkjyvedw6ezmnsrlb5ymwzfu' };

const wire = ({ amount, currency }: Money): number =>
  currency === 'clp' ? amount * 10 ** (2 - (exponentOf(currency) ?? 2)) : amount;

const bodyOf = (request: HttpRequest): { amount?: unknown; currency?: unknown } =>
  JSON.parse(request.body ?? '{}');

const isPost = ({ method }: HttpRequest): boolean => method === 'POST';

/** The fields that a new payment and a looked-up one share. */
const paymentFields = (scene: Scene, reference: string, echo: Money) => ({
  id: idOf(reference),
  amount: wire(echo),
  currency: echo.currency.toUpperCase(),
  reference,
  approved: scene.scene === 'captured' || scene.scene === 'approved',
  status: {
    captured: 'Authorized',
    approved: 'Authorized',
    requires_action: 'Pending',
    pending: 'Pending',
    declined: 'Declined',
  }[scene.scene],
});

const responseCode = (scene: Scene): string => (scene.scene === 'declined' ? scene.code : '10000');

const created = (scene: Scene, reference: string, echo: Money) => {
  if (scene.scene === 'requires_action' || scene.scene === 'pending')
    return answered(202, {
      id: idOf(reference),
      status: 'Pending',
      reference,
      _links: { self: linksOf(reference).self, ...(scene.scene === 'pending' ? {} : { redirect }) },
    });
  return answered(201, {
    ...paymentFields(scene, reference, echo),
    action_id: action,
    response_code: responseCode(scene),
    processed_on,
    _links: linksOf(reference),
  });
};

/** By the time somebody looks, the capture has followed. */
const known = (scene: Scene, reference: string, echo: Money) => ({
  ...paymentFields(scene, reference, echo),
  ...(scene.scene === 'captured' && {
    status: 'Captured',
    balances: { total_authorized: wire(echo), total_captured: wire(echo), total_refunded: 0 },
  }),
  requested_on: processed_on,
  _links: { ...linksOf(reference), ...(scene.scene === 'requires_action' ? { redirect } : {}) },
});

const authorization = (scene: Scene, echo: Money) => ({
  id: action,
  type: 'Authorization',
  processed_on,
  amount: wire(echo),
  approved: scene.scene !== 'declined',
  response_code: responseCode(scene),
});

const paths: Readonly<Record<OperationName, string>> = {
  capture: 'captures',
  cancel: 'voids',
  refund: 'refunds',
};
const actionTypes: Readonly<Record<OperationName, string>> = {
  capture: 'Capture',
  cancel: 'Void',
  refund: 'Refund',
};

const whatAnAuthorizationHas = 'one reader for every payment: the answer to an authorisation has it';

const workflow = { id: text, name: text, active: { type: 'boolean' } } as const;

export const checkoutComSubject: PspSubject = {
  name: 'checkout_com',
  adapter: checkoutCom,
  account: {
    base_url,
    settings: { three_ds: 'on' },
    webhook_secrets: ['7a1f6c1e-newest-key', '0b2d8e3f-older-key'],
  },
  specification: {
    document: 'checkoutcom.openapi.json',
    sources: [
      {
        file: 'checkoutcom.openapi.json',
        repo: 'cko-payment-interfaces/checkout-api-reference',
        path: 'nas_spec/',
        commit: '7a5ce44f5c65f2d4fda7e74ce809af9e544fa6be',
        bundled_by_hand: true,
      },
    ],
    get added() {
      return checkoutComPaths();
    },
    corrected: correctedCheckoutCom,
    read_beyond: {
      ...Object.fromEntries(
        ['response_code', 'auth_code', '_links.redirect'].flatMap((field) => [
          [field, whatAnAuthorizationHas],
          [`data[0].${field}`, whatAnAuthorizationHas],
        ]),
      ),
      '[0].source': 'one reader for every decline: that of a payment has it',
      '[0].payment_reference': 'one reader for our ids: the event of a dispute has it',
    },
    authentication: (api_key) => ({ authorization: `Bearer ${api_key}` }),
    idempotency: { keyOf: ({ headers }) => headers['cko-idempotency-key'], max_length: 64 },
  },
  // The workflows as remembered.
  examination: {
    paths: {
      '/workflows': get(object({ data: listOf(object(workflow)) })),
      '/workflows/{workflowId}': get(
        object({
          ...workflow,
          conditions: listOf(object({ type: text })),
          actions: listOf(object({ type: text })),
        }),
      ),
    },
    answers: (url) => [
      [
        '/workflows/',
        200,
        {
          active: true,
          conditions: [{ type: 'event', events: { gateway: ['payment_approved'] } }],
          actions: [{ type: 'webhook', url }],
        },
        'lacks gateway:payment_declined',
      ],
    ],
    settings: [
      [{ processing_channel_id: 'pc_1' }, 'is not the id of a processing channel'],
      [{ descriptor_city: 'Frankfurt (Main)' }, 'at most 13 characters'],
    ],
  },
  hasEffect: isPost,
  wireAmount: (request) => ({ value: bodyOf(request).amount, currency: bodyOf(request).currency }),
  psp_token: 'tok_4gzeau5o2uqubbk6fufs3m7p54',
  tokens: {
    single_use: ['tok_4gzeau5o2uqubbk6fufs3m7p54'],
    stored: ['src_nwd3m4in3hkuddfpjsaevunhdy'],
    none: [
      'tok_visa',
      'tok_4gzeau5o2uqubbk6fufs3m7p544',
      'src_4gzeau5o2uqubbk6fufs3m7p5',
      'tok_../../4gzeau5o2uqubbk6fufs',
      'cus_nwd3m4in3hkuddfpjsaevunhdy',
      'pm_1Pgc75B7WZ01zgkWlHVgdEGJ',
    ],
  },
  return_params: { 'cko-session-id': 'sid_y3oqhf46pyzuxjbcn2giaqnb44' },
  returns: [
    {
      name: 'with the session’s id in the query',
      params: ({ reference }) => ({ 'cko-session-id': sessionOf(reference) }),
      play: (returned, scene, open) => (request) =>
        play(scene === 'declined' ? { scene, code: '20005' } : { scene }, returned, returned)(request) ??
        play({ scene: 'requires_action' }, open, open)(request),
    },
  ],

  play,
  playOperation:
    (name, { psp_reference, reference }, { id }, echo) =>
    (request) => {
      const { pathname } = new URL(request.url);
      if (isPost(request) && pathname === `/payments/${psp_reference}/${paths[name]}`)
        return answered(202, {
          action_id: action,
          reference: id,
          _links: { payment: linksOf(reference).self },
        });
      if (pathname === `/payments/${psp_reference}/actions`)
        return answered(200, [
          {
            id: action,
            type: actionTypes[name],
            processed_on,
            amount: wire(echo),
            approved: true,
            response_code: '10000',
            reference: id,
          },
        ]);
      return undefined;
    },
  errorBody: (status) =>
    status === 401 || status === 403
      ? ''
      : JSON.stringify({
          request_id: '0HL80RJLS76I7',
          error_type: 'request_invalid',
          error_codes: ['some_code'],
        }),

  outcomes_of_scenes: { pending: { outcome: 'unknown', doubt: 'pending' } },
  operations: { capture: 'pending', cancel: 'pending', refund: 'pending' },
  differs: {
    operations: {
      // Here 403 says that the payment is not in the state for it, so its actions are asked: they hold the operation.
      http_403: { outcome: 'succeeded' },
    },
    no_echo: ['capture', 'cancel', 'refund'],
  },

  codes: checkoutComCodes,

  event_names: checkoutComEventNames,
  readParticulars,
  amounts: { section: 'checkoutcom' },
  webhooks: {
    events: checkoutComEvents,
    tamper: (webhook) => ({
      ...webhook,
      body: Buffer.from(Buffer.from(webhook.body).toString().replace('2599', '1')),
    }),
    unsign: ({ body, now }) => ({ headers: {}, body, now }),
    malformed: (secret, at) => sign('{"type":"payment_approved"}', secret, at),
    script: disputedPayment,
  },
  facts: checkoutComFacts,
};

/** Answers about this attempt’s payment and no other: by its id, by its session's, or by our reference. */
function play(scene: Scene, { reference }: Attempt, echo: Money): Script {
  return (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/payments' && isPost(request)) return created(scene, reference, echo);
    if (pathname === '/payments' && searchParams.get('reference') === reference)
      return answered(200, { limit: 100, skip: 0, total_count: 1, data: [known(scene, reference, echo)] });
    if (pathname === `/payments/${idOf(reference)}` || pathname === `/payments/${sessionOf(reference)}`)
      return answered(200, known(scene, reference, echo));
    return pathname === `/payments/${idOf(reference)}/actions`
      ? answered(200, [authorization(scene, echo)])
      : undefined;
  };
}
