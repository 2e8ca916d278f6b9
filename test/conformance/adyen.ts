import { adyen } from '../../lib/psp/adyen/adapter.ts';
import { readParticulars } from '../../lib/psp/adyen/read-particulars.ts';
import { exponentOf } from '../../lib/types/currency.ts';
import type { Money } from '../../lib/types/money.ts';
import type { HttpRequest } from '../../lib/types/transport.ts';
import { adyenCodes, adyenEventNames } from './adyen-codes.ts';
import { adyenElsewhere, adyenEvents, adyenIds, inbound, itemIn } from './adyen-events.ts';
import { get, list, object, text, texts } from './described-by-hand.ts';
import type { PspSubject, Return, Scene } from './psp-subject.ts';
import { answered } from './scripted-transport.ts';

const { merchant_account, payment, modification } = adyenIds;

/** Adyen's digits after the point where they are not those of ISO 4217, from its table of currency codes. */
const digits: Readonly<Record<string, number>> = { clp: 2, isk: 2, cve: 0, idr: 0 };

const wire = ({ amount, currency }: Money) => {
  const iso = exponentOf(currency) ?? 2;
  return { value: amount * 10 ** ((digits[currency] ?? iso) - iso), currency: currency.toUpperCase() };
};

const bodyOf = (request: HttpRequest): { amount?: { value: unknown; currency: unknown } } =>
  JSON.parse(request.body ?? '{}');

type Result = {
  readonly merchantReference: string;
  readonly amount?: object;
  readonly [field: string]: unknown;
};

const resultCodes: Readonly<Record<string, string>> = { '0': 'Error', '4': 'Error', '22': 'Cancelled' };

const result = (scene: Scene, reference: string, echo: Money): Result => {
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
        resultCode: resultCodes[scene.code] ?? 'Refused',
        refusalReason: 'Refused',
        refusalReasonCode: scene.code,
      };
    default:
      return scene satisfies never;
  }
};

/** A token as Adyen's card component gives it. */
const encrypted = (more: Readonly<Record<string, string>>): string =>
  JSON.stringify({
    type: 'scheme',
    encryptedCardNumber: 'test_4111111111111111',
    encryptedExpiryMonth: 'test_03',
    encryptedExpiryYear: 'test_2030',
    ...more,
  });

/** Compact JWE: header, wrapped key (RSA 2048), initialisation vector, ciphertext and tag. */
const jwe = [104, 342, 16, 120, 22].map((length) => 'x'.repeat(length)).join('.');

const redirectResult = (reference: string) => `X6XtfGC3!${reference}`;

/** `tell`: what of Adyen's answer is written into it. */
const returning = (
  name: string,
  report: (whole: ReturnType<typeof result>) => object,
  genuine?: Return['genuine'],
): Return => ({
  name,
  params: ({ reference }) => ({ redirectResult: redirectResult(reference) }),
  play: (returned, scene, open) => (request) => {
    if (new URL(request.url).pathname !== '/v72/payments/details') return undefined;
    const { details } = JSON.parse(request.body ?? '{}');
    const known = [returned, open].find(
      ({ reference }) => details.redirectResult === redirectResult(reference),
    );
    if (known !== returned)
      return answered(422, {
        status: 422,
        errorCode: '14_018',
        message: 'Invalid payload provided',
        errorType: 'validation',
      });
    const decided: Scene = scene === 'captured' ? { scene } : { scene, code: '11' };
    return answered(200, report(result(decided, returned.reference, returned)));
  },
  ...(genuine && { genuine }),
});

const untilReported = { outcome: 'unknown', doubt: 'pending' };

const webhooksPath = get(
  object({
    data: list(
      object({
        type: text,
        url: text,
        active: { type: 'boolean' },
        communicationFormat: { enum: ['http', 'soap', 'json'] },
        additionalSettings: object({ includeEventCodes: texts, excludeEventCodes: texts }),
      }),
    ),
  }),
  'pageSize',
);

export const adyenSubject: PspSubject = {
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
    sources: [
      {
        file: 'adyen.openapi.json',
        repo: 'Adyen/adyen-openapi',
        path: 'json/CheckoutService-v72.json',
        commit: 'aa014f0cbdb58ff5c44a2ff9d5fe734642210aff',
        keeps: ['/payments', '/cancels'],
      },
      {
        file: 'adyen-webhooks.openapi.json',
        repo: 'Adyen/adyen-openapi',
        path: 'json/Webhooks-v1.json',
        commit: 'aa014f0cbdb58ff5c44a2ff9d5fe734642210aff',
      },
    ],
    authentication: (api_key) => ({ 'x-api-key': api_key }),
    idempotency: { keyOf: ({ headers }) => headers['idempotency-key'], max_length: 64 },
  },
  // The Management API v3 as its reference had it on 2026-11-23.
  examination: {
    paths: {
      '/v3/me': get(object({ id: text, username: text, active: { type: 'boolean' }, roles: texts })),
      '/v3/companies/{companyId}/webhooks': webhooksPath,
      '/v3/merchants/{merchantId}/webhooks': webhooksPath,
    },
    answers: (url) => [
      ['/v3/me', 200, { roles: ['Checkout webservice role'] }, 'API PCI Payments role'],
      [
        '/webhooks',
        200,
        { data: [{ type: 'standard', url, active: true, additionalSettings: {} }] },
        'lacks TECHNICAL_CANCEL, EXPIRE, OFFER_CLOSED',
      ],
    ],
    settings: [[{}, 'merchant_account']],
  },
  hasEffect: ({ method }) => method === 'POST',
  wireAmount: (request) => bodyOf(request).amount ?? { value: undefined, currency: undefined },
  psp_token: '8416038790273850',
  return_params: { redirectResult: 'X6XtfGC3!Y29tcGxldGVk' },
  returns: [
    returning('as Adyen answers', (whole) => whole),
    returning(
      'as short as its specification’s example',
      ({ merchantReference: _, amount: __, ...short }) => short,
      untilReported,
    ),
    returning('without our reference', ({ merchantReference: _, ...rest }) => rest, untilReported),
    returning('without an amount', ({ amount: _, ...rest }) => rest, untilReported),
  ],
  tokens: {
    single_use: [
      encrypted({}),
      encrypted({ encryptedSecurityCode: 'test_737', holderName: 'Ada Lovelace' }),
      // As Adyen's card component makes them: a JWE each.
      encrypted({ encryptedCardNumber: jwe, encryptedExpiryMonth: jwe, encryptedSecurityCode: jwe }),
    ],
    stored: [
      '8416038790273850',
      'M5N7TQ4TG5PFWR50',
      '{"storedPaymentMethodId":"8416038790273850","shopperReference":"shopper-7"}',
    ],
    none: [
      'tok_1MBp5z2eZvKYlo2C',
      '8416',
      '8416 0387 9027 3850',
      '{"shopperReference":"shopper-7"}',
      '{"storedPaymentMethodId":"8416038790273850","shopperReference":"\\u0000\\u0000\\u0000"}',
      '{"encryptedCardNumber":"test_4111111111111111"}',
      encrypted({ encryptedCardNumber: '4111 1111 1111 1111' }),
      // What could be read both ways.
      encrypted({ storedPaymentMethodId: '8416038790273850' }),
    ],
  },

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

  codes: adyenCodes,

  event_names: adyenEventNames,
  readParticulars,
  amounts: { section: 'adyen' },
  // There is no look-up: events are all there is.
  facts: { playFacts: () => () => undefined, elsewhere: adyenElsewhere },
  webhooks: {
    events: adyenEvents,
    tamper: (webhook) =>
      inbound([{ ...itemIn(webhook), amount: { currency: 'EUR', value: 1 } }], webhook.now),
    unsign: (webhook) => inbound([{ ...itemIn(webhook), additionalData: {} }], webhook.now),
  },
};
