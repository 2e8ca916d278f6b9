import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readEvent as ofCheckoutCom } from '../../lib/psp/checkout_com/webhooks.ts';
import { at } from '../../lib/psp/json.ts';
import { readEvent as ofPayPal } from '../../lib/psp/paypal/read-event.ts';
import { createTransport } from '../../lib/runtime/transport.ts';
import { repeatReasons } from '../../lib/types/credential.ts';
import type { AuthorizeRequest } from '../../lib/types/psp.ts';
import { secret } from '../../lib/types/secret.ts';
import type { HttpRequest } from '../../lib/types/transport.ts';
import { type PspSimulators, startPspSimulators } from '../../local/psp/start-psp-simulators.ts';
import { readSpec } from '../tools/specs.ts';
import { adyenSubject } from './adyen.ts';
import { checkoutComSubject } from './checkout-com.ts';
import { decodeForm } from './decode-form.ts';
import { paypalSubject } from './paypal.ts';
import type { PspSubject } from './psp-subject.ts';
import {
  call,
  cardRequest,
  cvc,
  moneyOf,
  networkId,
  repeatRequest,
  returnUrl,
  sampleAccount,
  sampleAttempt,
  scripted,
  storedCard,
} from './samples.ts';
import { answered } from './scripted-transport.ts';
import { specification } from './specification.ts';
import { squareSubject } from './square.ts';
import { stripeSubject } from './stripe.ts';
import { subjects } from './subjects.ts';

const bodyOf = ({ body = '', headers }: HttpRequest): Readonly<Record<string, unknown>> =>
  headers['content-type'] === 'application/json' ? JSON.parse(body || '{}') : decodeForm(body);

const sent = async (subject: PspSubject, request: AuthorizeRequest) => {
  const attempt = sampleAttempt();
  const { psp, exchanges } = scripted(
    subject,
    subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)),
  );
  const answer = await psp.authorize(attempt, request, call);
  const requests = exchanges.map((exchange) => exchange.request);
  return { answer, requests, body: Object.assign({}, ...requests.map(bodyOf)) };
};

const problemsOf = (subject: PspSubject, requests: readonly HttpRequest[]): readonly string[] => {
  const { document, corrected = (given: unknown) => given, added } = subject.specification;
  const spec = corrected(readSpec(document));
  if (spec === undefined) return [];
  const checker = specification(spec, subject.account.base_url, added);
  return requests.flatMap((request) => checker.requestProblems(request));
};

/** Fields by their path; undefined: not there. Written out, so that a mistake in an adapter is not copied. */
type Fields = Readonly<Record<string, unknown>>;

const expectFields = (body: unknown, fields: Fields) =>
  expect(Object.fromEntries(Object.keys(fields).map((path) => [path, at(body, ...path.split('.'))]))).toEqual(
    fields,
  );

const stored = (token: string, psp: string): AuthorizeRequest => ({
  ...repeatRequest(),
  payment_method: { type: 'psp_token', psp, token: secret(token) },
});

const byCustomer: AuthorizeRequest = {
  ...cardRequest(),
  payment_method: { type: 'card', card: storedCard() },
  credential: { usage: 'stored', initiator: 'customer' },
};

describe('a card that is to be kept', () => {
  const words: readonly (readonly [PspSubject, Fields, Fields])[] = [
    [stripeSubject, { setup_future_usage: 'off_session' }, { setup_future_usage: 'on_session' }],
    [
      adyenSubject,
      {
        shopperInteraction: 'Ecommerce',
        recurringProcessingModel: 'UnscheduledCardOnFile',
        shopperReference: 'customer-7',
        storePaymentMethod: undefined,
      },
      { shopperInteraction: 'Ecommerce', recurringProcessingModel: 'CardOnFile' },
    ],
    [
      checkoutComSubject,
      {
        'source.store_for_future_use': true,
        'source.stored': undefined,
        merchant_initiated: undefined,
        payment_type: 'Unscheduled',
        '3ds.challenge_indicator': 'challenge_requested_mandate',
      },
      {
        'source.store_for_future_use': true,
        payment_type: undefined,
        '3ds.challenge_indicator': undefined,
      },
    ],
    [
      paypalSubject,
      {
        'payment_source.card.stored_credential': {
          payment_initiator: 'CUSTOMER',
          payment_type: 'UNSCHEDULED',
          usage: 'FIRST',
        },
      },
      {
        'payment_source.card.stored_credential': {
          payment_initiator: 'CUSTOMER',
          payment_type: 'ONE_TIME',
          usage: 'FIRST',
        },
      },
    ],
  ];

  test.each(words.map(([subject, off, on]) => [subject.name, { subject, off, on }] as const))(
    'goes to %s in its own fields',
    async (_, { subject, off, on }) => {
      for (const [usage, fields] of [
        ['off_session', off],
        ['on_session', on],
      ] as const) {
        const credential = { usage: 'store', for: usage } as const;
        const { answer, requests, body } = await sent(subject, { ...cardRequest(), credential });
        expect(answer).toMatchObject({ outcome: 'captured' });
        expectFields(body, fields);
        expect(problemsOf(subject, requests)).toEqual([]);
      }
    },
  );

  test('is kept by Adyen itself if nobody else can, for a shopper', async () => {
    const token = JSON.stringify({
      encryptedCardNumber: 'test_4111111111111111',
      encryptedExpiryMonth: 'test_03',
      encryptedExpiryYear: 'test_2030',
    });
    const request: AuthorizeRequest = {
      payment_method: { type: 'psp_token', psp: 'adyen', token: secret(token) },
      return_url: returnUrl,
      credential: { usage: 'store', for: 'off_session' },
    };
    const { requests, body } = await sent(adyenSubject, request);
    expectFields(body, { storePaymentMethod: true, shopperReference: 'customer-7' });
    expect(problemsOf(adyenSubject, requests)).toEqual([]);
  });
});

describe('a stored card, its customer present', () => {
  const words: readonly (readonly [PspSubject, Fields])[] = [
    [stripeSubject, { off_session: undefined, setup_future_usage: undefined }],
    [adyenSubject, { shopperInteraction: 'ContAuth', recurringProcessingModel: 'CardOnFile' }],
    [
      checkoutComSubject,
      { 'source.stored': true, 'source.store_for_future_use': false, merchant_initiated: undefined },
    ],
    [
      paypalSubject,
      {
        'payment_source.card.stored_credential': {
          payment_initiator: 'CUSTOMER',
          payment_type: 'ONE_TIME',
          usage: 'SUBSEQUENT',
        },
      },
    ],
  ];

  test.each(words.map(([subject, fields]) => [subject.name, { subject, fields }] as const))(
    'goes to %s in its own fields',
    async (_, { subject, fields }) => {
      const { answer, requests, body } = await sent(subject, byCustomer);
      expect(answer).toMatchObject({ outcome: 'captured' });
      expectFields(body, fields);
      expect(problemsOf(subject, requests)).toEqual([]);
    },
  );
});

describe('a payment of the merchant alone', () => {
  const words: Readonly<Record<string, (reason: (typeof repeatReasons)[number]) => Fields>> = {
    adyen: (reason) => ({
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: reason === 'unscheduled' ? 'UnscheduledCardOnFile' : 'Subscription',
      'paymentMethod.networkPaymentReference': networkId,
      'paymentMethod.cvc': undefined,
      'authenticationData.attemptAuthentication': 'never',
      browserInfo: undefined,
    }),
    checkout_com: (reason) => ({
      merchant_initiated: true,
      payment_type: { recurring: 'Recurring', unscheduled: 'Unscheduled', installment: 'Installment' }[
        reason
      ],
      previous_payment_id: networkId,
      'source.stored': true,
      'source.cvv': undefined,
      '3ds': undefined,
    }),
    paypal: (reason) => ({
      'payment_source.card.stored_credential': {
        payment_initiator: 'MERCHANT',
        payment_type: reason === 'unscheduled' ? 'UNSCHEDULED' : 'RECURRING',
        usage: 'SUBSEQUENT',
        previous_network_transaction_reference: { id: networkId, network: 'VISA' },
      },
      'payment_source.card.security_code': undefined,
      'payment_source.card.experience_context': undefined,
    }),
  };

  const taking = Object.values(subjects).filter(({ adapter }) => adapter.capabilities.network_transaction_id);

  test('is declared where it is written down here', () =>
    expect(taking.map(({ name }) => name).sort()).toEqual(Object.keys(words).sort()));

  describe.each(taking.map((subject) => [subject.name, subject] as const))('at %s', (name, subject) => {
    test.each(repeatReasons)('%s: by the network’s id, in its words', async (reason) => {
      const { answer, requests, body } = await sent(subject, repeatRequest({ reason }));
      expect(answer).toMatchObject({ outcome: 'captured' });
      expectFields(body, words[name]?.(reason) ?? {});
      expect(problemsOf(subject, requests)).toEqual([]);
      expect(JSON.stringify(requests)).not.toMatch(new RegExp(`\\b${cvc}\\b`));
    });

    test('without that id nothing is sent', async () => {
      const { network_transaction_id: _, ...credential } = repeatRequest().credential as never as {
        readonly network_transaction_id: string;
      };
      const { psp, exchanges } = scripted(subject, () => undefined);
      const request = { ...repeatRequest(), credential } as AuthorizeRequest;
      expect(await psp.authorize(sampleAttempt(), request, call)).toEqual({
        outcome: 'not_supported',
        code: 'network_transaction_id_missing',
      });
      expect(exchanges).toEqual([]);
    });
  });

  test('is not sent to Stripe, which takes no network’s id', async () => {
    const { psp, exchanges } = scripted(stripeSubject, () => undefined);
    expect(await psp.authorize(sampleAttempt(), repeatRequest(), call)).toEqual({
      outcome: 'not_supported',
      code: 'merchant_initiated_not_supported',
    });
    expect(exchanges).toEqual([]);
  });

  test.each(['12345678', '1'.repeat(37), '7777 18270854480'])(
    'is not sent to PayPal with %j, which its document forbids',
    async (network_transaction_id) => {
      const { psp, exchanges } = scripted(paypalSubject, () => undefined);
      expect(
        await psp.authorize(sampleAttempt(), repeatRequest({ network_transaction_id }), call),
      ).toMatchObject({ outcome: 'not_supported' });
      expect(exchanges).toEqual([]);
    },
  );

  test('is declined for lack of authentication if PayPal wants an absent customer', async () => {
    const attempt = sampleAttempt();
    const play = paypalSubject.play({ scene: 'requires_action' }, attempt, moneyOf(attempt));
    const { psp } = scripted(paypalSubject, play);
    expect(await psp.authorize(attempt, repeatRequest(), call)).toMatchObject({
      outcome: 'authentication_required',
      code: 'PAYER_ACTION_REQUIRED',
    });
  });

  test.each([
    [
      adyenSubject,
      '{"storedPaymentMethodId":"8416038790273850","shopperReference":"shopper-7"}',
      {
        shopperInteraction: 'ContAuth',
        recurringProcessingModel: 'Subscription',
        shopperReference: 'shopper-7',
      },
    ],
    [
      checkoutComSubject,
      'src_ubfj2q76miwundwlk72vxt2i7q',
      { merchant_initiated: true, 'source.type': 'id', previous_payment_id: networkId },
    ],
    [
      paypalSubject,
      'vaultapproved',
      { 'payment_source.card.stored_credential.payment_initiator': 'MERCHANT' },
    ],
    [
      squareSubject,
      '{"source_id":"ccof:customer-card-id-ok","customer_id":"CUSTOMER7"}',
      { customer_details: { customer_initiated: false }, customer_id: 'CUSTOMER7' },
    ],
  ] as const)('with a PSP’s own stored card', async (subject, token, fields) => {
    const { answer, requests, body } = await sent(subject, stored(token, subject.name));
    expect(answer).toMatchObject({ outcome: 'captured' });
    expectFields(body, fields);
    expect(problemsOf(subject, requests)).toEqual([]);
  });
});

describe('events carry the network’s id, too', () => {
  test('Checkout.com’s', () => {
    const data = { id: 'pay_1', amount: 2599, currency: 'EUR', scheme_id: networkId, metadata: { charge } };
    expect(ofCheckoutCom('payment_approved', data)?.claim).toMatchObject({
      result: { outcome: 'approved', particulars: { network_transaction_id: networkId } },
    });
  });

  test.each([
    ['PAYMENT.CAPTURE.COMPLETED', { status: 'COMPLETED' }, 'captured'],
    ['PAYMENT.AUTHORIZATION.CREATED', { status: 'CREATED' }, 'approved'],
  ])('PayPal’s %s', (type, state, outcome) => {
    const resource = {
      id: '2GG279541U471931P',
      amount: { currency_code: 'EUR', value: '25.99' },
      network_transaction_reference: { id: networkId },
      ...state,
    };
    expect(ofPayPal('WH-1', type, resource, { charge, order: 'O-1' } as never).claim).toMatchObject({
      result: { outcome, particulars: { network_transaction_id: networkId } },
    });
  });
});

const charge = 'ch_01jd4x8m5v6n7p8q9r0s1t2u3v';

describe('the simulators', () => {
  const cards = [stripeSubject, adyenSubject, checkoutComSubject, paypalSubject];
  const repeating = [adyenSubject, checkoutComSubject, paypalSubject];
  let simulators: PspSimulators;
  let count = 0;

  beforeAll(async () => {
    simulators = await startPspSimulators({ psps: cards.map(({ name }) => name) });
  });
  afterAll(() => simulators.close());

  const pay = (subject: PspSubject, request: AuthorizeRequest) => {
    const credentials = simulators.credentials[subject.name];
    if (!credentials) throw new Error('there is no such simulator');
    const { api_key, webhook_secrets, settings } = credentials;
    const psp = subject.adapter.connect(
      {
        ...sampleAccount(subject),
        base_url: simulators.urls[subject.name] ?? '',
        settings: { ...settings, three_ds: 'off' },
        credentials: async () => ({ api_key, webhook_secrets }),
      },
      createTransport(),
    );
    const reference = `ch_01jd4x8m5v6n7p8q9r0s1t2${(count++).toString(36).padStart(3, '0')}`;
    return psp.authorize(sampleAttempt({ reference, started: Date.now() }), request, call);
  };

  const keep = (request = cardRequest()): AuthorizeRequest => ({
    ...request,
    credential: { usage: 'store', for: 'off_session' },
  });

  const reported = async (subject: PspSubject, request: AuthorizeRequest) => {
    const answer = await pay(subject, request);
    expect(answer).toMatchObject({ outcome: 'captured' });
    return 'particulars' in answer ? answer.particulars : undefined;
  };

  const pairs = cards.flatMap((first) =>
    repeating.map((second) => [first.name, second.name, first, second] as const),
  );

  test.each(pairs)(
    'a card first paid at %s is charged again at %s',
    async (_first, _second, first, second) => {
      const kept = await reported(first, keep());
      const network_transaction_id = kept?.network_transaction_id ?? 'none';
      const again = await pay(second, repeatRequest({ network_transaction_id }));
      expect(again).toMatchObject({ outcome: 'captured', particulars: { checks: expect.anything() } });
      expect(at(again, 'particulars', 'checks', 'cvc')).not.toBe('pass');
    },
  );

  test('Mastercard’s ids are taken as well', async () => {
    const mastercard = { ...storedCard(), number: secret('5555555555554444'), brand: 'mastercard' } as const;
    const given = cardRequest();
    const first = {
      ...given,
      payment_method: { type: 'card', card: { ...mastercard, cvc: secret(cvc) } },
    } as const;
    const id = (await reported(checkoutComSubject, keep(first)))?.network_transaction_id ?? 'none';
    expect(id).toMatch(/^MCC/);
    const request = {
      ...repeatRequest({ network_transaction_id: id }),
      payment_method: { type: 'card', card: mastercard },
    } as const;
    for (const subject of repeating)
      expect(await pay(subject, request)).toMatchObject({ outcome: 'captured' });
  });

  test.each([
    [adyenSubject, 'authentication_required'],
    [checkoutComSubject, 'not_supported'],
    [paypalSubject, 'not_supported'],
  ] as const)('an id that no network issued is refused', async (subject, outcome) => {
    const request = repeatRequest({ network_transaction_id: 'made-up-here' });
    expect(await pay(subject, request)).toMatchObject({ outcome });
  });

  test('PayPal refuses a security code without a customer to type it', async () => {
    const request = repeatRequest();
    const card = { ...storedCard(), cvc: secret(cvc) };
    expect(await pay(paypalSubject, { ...request, payment_method: { type: 'card', card } })).toMatchObject({
      outcome: 'invalid_request',
      code: 'MERCHANT_INITIATED_WITH_SECURITY_CODE',
    });
  });

  test.each([
    [
      adyenSubject,
      JSON.stringify({
        encryptedCardNumber: 'test_4111111111111111',
        encryptedExpiryMonth: 'test_03',
        encryptedExpiryYear: 'test_2030',
      }),
    ],
    [checkoutComSubject, 'tok_approved000000000000000000'],
  ] as const)('a token leaves a mandate, which pays again', async (subject, token) => {
    const first: AuthorizeRequest = {
      payment_method: { type: 'psp_token', psp: subject.name, token: secret(token) },
      return_url: returnUrl,
    };
    const mandate = (await reported(subject, keep(first)))?.mandate ?? 'none';
    const psp = scripted(subject, () => answered(500, {})).psp;
    expect(psp.tokenKind(mandate)).toBe('stored');
    expect(await pay(subject, stored(mandate, subject.name))).toMatchObject({ outcome: 'captured' });
  });
});
