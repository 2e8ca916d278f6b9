import { createHmac } from 'node:crypto';
import { adyen } from '../../lib/psp/adyen/adyen.ts';
import { refusalOutcomes } from '../../lib/psp/adyen/refusal-outcomes.ts';
import { exponentOf } from '../../lib/types/currency.ts';
import type { Money } from '../../lib/types/money.ts';
import type { InboundWebhook, PspEvent } from '../../lib/types/psp.ts';
import type { HttpRequest } from '../../lib/types/transport.ts';
import { describePsp } from './describe-psp.ts';
import type { PspSubject, Scene } from './psp-subject.ts';
import { answered } from './scripted-transport.ts';

const merchant_account = 'TestMerchant';
const payment = '993617895204576J';
const modification = '993617894906488A';
const charge = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';
const operation = 're_01jd2k5m7n9p1q3r5s7t9v1w3y';

/** Adyen's digits after the point where they are not those of ISO 4217, from its table of currency codes. */
const digits: Readonly<Record<string, number>> = { clp: 2, isk: 2, cve: 0, idr: 0 };

const wire = ({ amount, currency }: Money) => {
  const iso = exponentOf(currency) ?? 2;
  return { value: amount * 10 ** ((digits[currency] ?? iso) - iso), currency: currency.toUpperCase() };
};

const bodyOf = (request: HttpRequest): { amount?: { value: unknown; currency: unknown } } =>
  JSON.parse(request.body ?? '{}');

const result = (scene: Scene, reference: string, echo: Money) => {
  const common = { pspReference: payment, merchantReference: reference };
  switch (scene.scene) {
    case 'captured':
    case 'approved':
      return { ...common, resultCode: 'Authorised', amount: wire(echo), paymentMethod: { brand: 'visa' } };
    case 'requires_action':
      return {
        ...common,
        resultCode: 'RedirectShopper',
        action: {
          type: 'redirect',
          paymentMethodType: 'scheme',
          method: 'GET',
          url: 'https://checkoutshopper-test.adyen.com/checkoutshopper/threeDS/redirect',
        },
      };
    case 'pending':
      return { ...common, resultCode: 'Pending' };
    case 'declined':
      return {
        ...common,
        resultCode: scene.code === '22' ? 'Cancelled' : ['0', '4'].includes(scene.code) ? 'Error' : 'Refused',
        refusalReason: 'Refused',
        refusalReasonCode: scene.code,
      };
    default:
      return scene satisfies never;
  }
};

type Item = { readonly [field: string]: unknown };

const item = (eventCode: string, fields: Item = {}): Item => ({
  amount: { currency: 'EUR', value: 2599 },
  eventCode,
  eventDate: '2021-01-01T01:00:00+01:00',
  merchantAccountCode: merchant_account,
  merchantReference: charge,
  paymentMethod: 'visa',
  pspReference: modification,
  originalReference: payment,
  reason: '',
  success: 'true',
  ...fields,
});

/** A delivery as Adyen writes it; the signature is computed here from its documentation and not by the adapter. */
const deliver =
  (event: Item) =>
  (secret: string, at: number): InboundWebhook => {
    const { value, currency } = event.amount as { value: number; currency: string };
    const signed = [
      event.pspReference,
      event.originalReference ?? '',
      event.merchantAccountCode,
      event.merchantReference,
      value,
      currency,
      event.eventCode,
      event.success,
    ].join(':');
    const hmacSignature = createHmac('sha256', Buffer.from(secret, 'hex')).update(signed).digest('base64');
    return inbound([{ ...event, additionalData: { ...(event.additionalData as Item), hmacSignature } }], at);
  };

const inbound = (items: readonly Item[], now: number): InboundWebhook => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(
    JSON.stringify({
      live: 'false',
      notificationItems: items.map((each) => ({ NotificationRequestItem: each })),
    }),
  ),
  now,
});

const itemIn = ({ body }: InboundWebhook): Item =>
  JSON.parse(Buffer.from(body).toString()).notificationItems[0].NotificationRequestItem;

const event = (name: string, fields: Item, expected: Partial<PspEvent>) => ({
  name,
  deliver: deliver(item(name, fields)),
  expected: {
    reference: charge,
    psp_reference: payment,
    money: { amount: 2599, currency: 'eur' },
    ...expected,
  },
});

const ofOperation = { merchantReference: `${charge}.${operation}` };
const done = { outcome: 'succeeded', psp_reference: modification } as const;
const undone = { outcome: 'failed', reason: 'processor_error' } as const;

const subject: PspSubject = {
  name: 'adyen',
  adapter: adyen,
  account: {
    base_url: 'https://checkout-test.adyen.com/v72',
    settings: { merchant_account },
    webhook_secrets: [
      '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
      '0A1B2C3D4E5F60718293A4B5C6D7E8F90A1B2C3D4E5F60718293A4B5C6D7E8F9',
    ],
  },
  specification: {
    document: 'adyen.openapi.json',
    authentication: (api_key) => ({ 'x-api-key': api_key }),
    idempotency: { header: 'idempotency-key', max_length: 64 },
  },
  hasEffect: ({ method }) => method === 'POST',
  wireAmount: (request) => bodyOf(request).amount ?? { value: undefined, currency: undefined },
  psp_token: '8416038790273850',
  return_params: { redirectResult: 'X6XtfGC3!Y29tcGxldGVk' },

  play:
    (scene, { reference }, echo) =>
    (request) => {
      const path = new URL(request.url).pathname;
      if (path === '/v72/payments' || path === '/v72/payments/details')
        return answered(200, result(scene, reference, echo));
      if (path === '/v72/cancels')
        return answered(201, {
          merchantAccount: merchant_account,
          paymentReference: reference,
          pspReference: modification,
          status: 'received',
        });
      return undefined;
    },
  playOperation:
    (name, { psp_reference }, { id }, echo) =>
    (request) => {
      const path = `/v72/payments/${psp_reference}/${name}s`;
      if (new URL(request.url).pathname !== path) return undefined;
      return answered(201, {
        merchantAccount: merchant_account,
        paymentPspReference: psp_reference,
        reference: id,
        pspReference: modification,
        status: 'received',
        ...(name === 'cancel' ? {} : { amount: wire(echo) }),
      });
    },
  errorBody: (status) =>
    JSON.stringify({ status, errorCode: '000', message: 'Something went wrong', errorType: 'internal' }),

  outcomes_of_scenes: { pending: { outcome: 'unknown', doubt: 'pending' } },
  operations: { capture: 'pending', cancel: 'pending', refund: 'pending' },
  differs: { no_echo: ['cancel'] },

  codes: {
    published: (codes) =>
      (codes as { adyen: { codes: { refusalReasonCode: string }[] } }).adyen.codes.map(
        ({ refusalReasonCode }) => refusalReasonCode,
      ),
    table: refusalOutcomes,
    may_fail_over: ['2', '3', '4', '9', '10', '19', '21', '23', '27'],
  },
  amounts: { section: 'adyen' },
  webhooks: {
    events: [
      event(
        'AUTHORISATION',
        { pspReference: payment, originalReference: undefined },
        {
          id: `${payment}.AUTHORISATION.true`,
          claim: { about: 'authorization', answer: { outcome: 'approved', psp_reference: payment } },
        },
      ),
      event(
        'AUTHORISATION',
        {
          pspReference: payment,
          originalReference: undefined,
          success: 'false',
          reason: 'Expired Card',
          additionalData: { merchantAdviceCode: '03 : Do not try again' },
        },
        {
          id: `${payment}.AUTHORISATION.false`,
          claim: {
            about: 'authorization',
            answer: { outcome: 'unmapped', psp_reference: payment, advice: 'never_again' },
          },
        },
      ),
      event(
        'OFFER_CLOSED',
        { pspReference: payment, originalReference: undefined },
        { claim: { about: 'authorization', answer: { outcome: 'canceled', psp_reference: payment } } },
      ),
      event('CAPTURE', ofOperation, { operation, claim: { about: 'capture', answer: done } }),
      event(
        'CAPTURE',
        { ...ofOperation, success: 'false' },
        { operation, claim: { about: 'capture', answer: undone } },
      ),
      event('CAPTURE_FAILED', ofOperation, { operation, claim: { about: 'capture', answer: undone } }),
      event('CANCELLATION', ofOperation, { operation, claim: { about: 'cancel', answer: done } }),
      event(
        'CANCELLATION',
        { ...ofOperation, success: 'false' },
        { claim: { about: 'cancel', answer: undone } },
      ),
      event('REFUND', ofOperation, { operation, claim: { about: 'refund', answer: done } }),
      event(
        'REFUND',
        { ...ofOperation, success: 'false' },
        { operation, claim: { about: 'refund', answer: undone } },
      ),
      event('REFUND_FAILED', ofOperation, { operation, claim: { about: 'refund', answer: undone } }),
      event('REFUNDED_REVERSED', ofOperation, { operation, claim: { about: 'refund', answer: undone } }),
      event(
        'TECHNICAL_CANCEL',
        {},
        { claim: { about: 'fence', answer: { outcome: 'canceled', psp_reference: payment } } },
      ),
      event(
        'TECHNICAL_CANCEL',
        { merchantReference: `${charge}.fence` },
        { claim: { about: 'fence', answer: { outcome: 'canceled', psp_reference: payment } } },
      ),
      event(
        'TECHNICAL_CANCEL',
        { success: 'false' },
        {
          claim: {
            about: 'fence',
            answer: { outcome: 'unknown', doubt: 'ambiguous_error', psp_reference: payment },
          },
        },
      ),
      event('TECHNICAL_CANCEL', ofOperation, { operation, claim: { about: 'cancel', answer: done } }),
      event('CHARGEBACK', {}, { claim: { about: 'nothing_of_ours' } }),
      {
        name: 'of another integration',
        deliver: deliver(item('AUTHORISATION', { merchantReference: 'ORDER-17' })),
        expected: { claim: { about: 'nothing_of_ours' } },
      },
      {
        name: 'of another merchant account',
        deliver: deliver(item('AUTHORISATION', { merchantAccountCode: 'OtherMerchant' })),
        expected: { claim: { about: 'nothing_of_ours' } },
      },
    ],
    tamper: (webhook) =>
      inbound([{ ...itemIn(webhook), amount: { currency: 'EUR', value: 1 } }], webhook.now),
    unsign: (webhook) => inbound([{ ...itemIn(webhook), additionalData: {} }], webhook.now),
  },
};

describePsp(subject);
