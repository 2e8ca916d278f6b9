import { checkoutCom } from '../../lib/psp/checkout_com/checkout-com.ts';
import { responseOutcomes } from '../../lib/psp/checkout_com/response-outcomes.ts';
import { exponentOf } from '../../lib/types/currency.ts';
import type { Money } from '../../lib/types/money.ts';
import type { HttpRequest } from '../../lib/types/transport.ts';
import { checkoutComEvents, checkoutComIds, sign } from './checkout-com-events.ts';
import { checkoutComPaths } from './checkout-com-paths.ts';
import type { OperationName, PspSubject, Scene } from './psp-subject.ts';
import { answered } from './scripted-transport.ts';

const { payment, action, processed_on } = checkoutComIds;
const base_url = 'https://api.sandbox.checkout.com';
const self = { href: `${base_url}/payments/${payment}` };
const redirect = { href: 'https://3ds2-sandbox.ckotech.co/interceptor/3ds_7ofkjyvedw6ezmnsrlb5ymwzfu' };

const wire = ({ amount, currency }: Money): number =>
  currency === 'clp' ? amount * 10 ** (2 - (exponentOf(currency) ?? 2)) : amount;

const bodyOf = (request: HttpRequest): { amount?: unknown; currency?: unknown } =>
  JSON.parse(request.body ?? '{}');

const isPost = ({ method }: HttpRequest): boolean => method === 'POST';

/** The fields that a new payment and a looked-up one share. */
const paymentFields = (scene: Scene, reference: string, echo: Money) => ({
  id: payment,
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
      id: payment,
      status: 'Pending',
      reference,
      _links: { self, ...(scene.scene === 'pending' ? {} : { redirect }) },
    });
  return answered(201, {
    ...paymentFields(scene, reference, echo),
    action_id: action,
    response_code: responseCode(scene),
    processed_on,
    _links: { self, actions: { href: `${self.href}/actions` } },
  });
};

const known = (scene: Scene, reference: string, echo: Money) => ({
  ...paymentFields(scene, reference, echo),
  requested_on: processed_on,
  _links: {
    self,
    actions: { href: `${self.href}/actions` },
    ...(scene.scene === 'requires_action' ? { redirect } : {}),
  },
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
    added: checkoutComPaths(),
    authentication: (api_key) => ({ authorization: `Bearer ${api_key}` }),
    idempotency: { keyOf: ({ headers }) => headers['cko-idempotency-key'], max_length: 64 },
  },
  hasEffect: isPost,
  wireAmount: (request) => ({ value: bodyOf(request).amount, currency: bodyOf(request).currency }),
  psp_token: 'tok_4gzeau5o2uqubbk6fufs3m7p54',
  return_params: { 'cko-session-id': 'sid_y3oqhf46pyzuxjbcn2giaqnb44' },

  play:
    (scene, { reference }, echo) =>
    (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/payments' && isPost(request)) return created(scene, reference, echo);
      if (pathname === '/payments')
        return answered(200, { limit: 100, skip: 0, total_count: 1, data: [known(scene, reference, echo)] });
      if (pathname === `/payments/${payment}`) return answered(200, known(scene, reference, echo));
      if (pathname.startsWith('/payments/sid_'))
        return answered(200, {
          ...known(scene, reference, echo),
          actions: [{ id: action, type: 'Authorization', response_code: responseCode(scene) }],
        });
      if (pathname.endsWith('/actions')) return answered(200, [authorization(scene, echo)]);
      return undefined;
    },
  playOperation:
    (name, { psp_reference }, { id }, echo) =>
    (request) => {
      const { pathname } = new URL(request.url);
      if (isPost(request) && pathname === `/payments/${psp_reference}/${paths[name]}`)
        return answered(202, { action_id: action, reference: id, _links: { payment: self } });
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

  codes: {
    published: (codes) =>
      (codes as { checkoutcom: { codes: { code: string }[] } }).checkoutcom.codes.map(({ code }) => code),
    table: responseOutcomes,
    may_fail_over: ['20001', '20002', '20003', '20005', '20012', '20057', '20068', '20078', '20179', '20182'],
    not_declines: ['10000', '10008', '10010', '10011', '10076', '10077', '10081', '10100', '10200'],
  },
  amounts: { section: 'checkoutcom' },
  webhooks: {
    events: checkoutComEvents,
    tamper: (webhook) => ({
      ...webhook,
      body: Buffer.from(Buffer.from(webhook.body).toString().replace('2599', '1')),
    }),
    unsign: ({ body, now }) => ({ headers: {}, body, now }),
    malformed: (secret, at) => sign('{"type":"payment_approved"}', secret, at),
  },
};
