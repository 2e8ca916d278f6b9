import { describe, expect, test } from '@jest/globals';
import { adyen } from '../../../lib/psp/adyen/adapter.ts';
import type { PaymentMethod } from '../../../lib/types/given-method.ts';
import type { Attempt, AuthorizeRequest } from '../../../lib/types/psp.ts';
import type { PspAccount } from '../../../lib/types/psp-account.ts';
import { secret } from '../../../lib/types/secret.ts';
import type { HttpResponse } from '../../../lib/types/transport.ts';
import { answered, scriptedTransport } from '../../conformance/scripted-transport.ts';

const account: PspAccount = {
  id: 'adyen',
  psp: 'adyen',
  base_url: 'https://checkout-test.adyen.com/v72',
  livemode: false,
  settings: { merchant_account: 'TestMerchant' },
  credentials: async () => ({ api_key: 'key', webhook_secrets: [] }),
};
const attempt: Attempt = {
  reference: 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x',
  session: 'cs_01jd2k5m7n9p1q3r5s7t9v1w3z',
  amount: 2599,
  currency: 'eur',
  capture_method: 'automatic',
  started: 0,
};
const card: PaymentMethod = {
  type: 'card',
  card: { number: secret('4111111111111111'), cvc: secret('737'), exp_month: 3, exp_year: 2030 },
};
const call = { timeout_ms: 8000 };
const operation = { id: 're_01jd2k5m7n9p1q3r5s7t9v1w3y', amount: 1000 };

const run = (answer: HttpResponse = answered(500, {}), changed: Partial<PspAccount> = {}) => {
  const { http, exchanges } = scriptedTransport(() => answer);
  const psp = adyen.connect({ ...account, ...changed }, http);
  return { psp, exchanges, body: () => JSON.parse(exchanges[0]?.request.body ?? 'null') };
};

const authorized = async (request: Partial<AuthorizeRequest>, changed: Partial<Attempt> = {}) => {
  const { psp, body } = run();
  await psp.authorize(
    { ...attempt, ...changed },
    { payment_method: card, return_url: 'https://pay.example/return?state=s', ...request },
    call,
  );
  return body();
};

const token = (value: string): Partial<AuthorizeRequest> => ({
  payment_method: { type: 'psp_token', psp: 'adyen', token: secret(value) },
});

describe('authorize', () => {
  test('a raw card, captured at once, with 3-D Secure by redirect only', async () => {
    expect(await authorized({})).toEqual({
      merchantAccount: 'TestMerchant',
      reference: attempt.reference,
      amount: { currency: 'EUR', value: 2599 },
      paymentMethod: {
        type: 'scheme',
        number: '4111111111111111',
        expiryMonth: '03',
        expiryYear: '2030',
        cvc: '737',
      },
      captureDelayHours: 0,
      channel: 'Web',
      returnUrl: 'https://pay.example/return?state=s',
      redirectToIssuerMethod: 'GET',
      redirectFromIssuerMethod: 'GET',
      authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
    });
  });

  test('manual capture is asked for on the payment', async () => {
    const body = await authorized({}, { capture_method: 'manual' });
    expect(body.additionalData).toEqual({ manualCapture: 'true' });
    expect(body).not.toHaveProperty('captureDelayHours');
  });

  test('a token that is not JSON is the id of stored details', async () => {
    expect(await authorized(token('8416038790273850'))).toMatchObject({
      paymentMethod: { type: 'scheme', storedPaymentMethodId: '8416038790273850' },
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'CardOnFile',
    });
  });

  test('a token can name the shopper that stored details belong to', async () => {
    const body = await authorized(
      token('{"storedPaymentMethodId":"8416038790273850","shopperReference":"shopper-7"}'),
    );
    expect(body.paymentMethod).toEqual({ type: 'scheme', storedPaymentMethodId: '8416038790273850' });
    expect(body.shopperReference).toBe('shopper-7');
  });

  test('only known encrypted fields pass', async () => {
    const body = await authorized(
      token(
        '{"encryptedCardNumber":"test_a","encryptedExpiryMonth":"test_b","encryptedExpiryYear":"test_c","encryptedSecurityCode":"test_d","type":"giftcard","amount":{"value":1},"brand":7}',
      ),
    );
    expect(body.paymentMethod).toEqual({
      type: 'scheme',
      encryptedCardNumber: 'test_a',
      encryptedExpiryMonth: 'test_b',
      encryptedExpiryYear: 'test_c',
      encryptedSecurityCode: 'test_d',
    });
    expect(body.amount.value).toBe(2599);
    expect(body).not.toHaveProperty('shopperInteraction');
  });

  test.each(['', 'tok_visa', '{"encryptedCardNumber":"a"}', '{"storedPaymentMethodId":"x"}'])(
    'a token %j is not Adyen’s and is not sent',
    async (value) => {
      const { psp, exchanges } = run();
      const request = { payment_method: card, return_url: 'https://pay.example/return', ...token(value) };
      expect(await psp.authorize(attempt, request, call)).toEqual({
        outcome: 'invalid_request',
        code: 'psp_token_unreadable',
      });
      expect(exchanges).toEqual([]);
    },
  );

  test('an address goes out whole or not at all', async () => {
    const address = {
      line1: 'Simon Carmiggeltstraat',
      city: 'Amsterdam',
      postal_code: '1011 DJ',
      country: 'NL',
    };
    const whole = await authorized({ payment_method: { ...card, billing_details: { address } } });
    expect(whole.billingAddress).toEqual({
      street: 'Simon Carmiggeltstraat',
      houseNumberOrName: 'NA',
      city: 'Amsterdam',
      postalCode: '1011 DJ',
      country: 'NL',
    });
    const { city: _, ...partial } = address;
    const part = await authorized({ payment_method: { ...card, billing_details: { address: partial } } });
    expect(part).not.toHaveProperty('billingAddress');
  });

  test.each<[string, object, object | undefined]>([
    [
      'with the long code of the USA',
      { state: 'CA', postal_code: '94105-1234', country: 'US' },
      { stateOrProvince: 'CA', postalCode: '94105' },
    ],
    ['in the USA without a state', { postal_code: '94105', country: 'US' }, undefined],
    [
      'in Canada with a name of a province',
      { state: 'Ontario', postal_code: 'K1A 0B1', country: 'CA' },
      undefined,
    ],
    ['in the USA with a foreign code', { state: 'CA', postal_code: 'SW1A 1AA', country: 'US' }, undefined],
    ['in Kosovo', { postal_code: '10000', country: 'XK' }, undefined],
    [
      'elsewhere with a long state',
      { state: 'Brandenburg', postal_code: '14467', country: 'DE' },
      { postalCode: '14467' },
    ],
  ])('an address %s never costs the payment', async (_, fields, expected) => {
    const address = { line1: 'Main Street', city: 'Springfield', ...fields };
    const { billingAddress } = await authorized({
      payment_method: { ...card, billing_details: { address } },
    });
    if (expected === undefined) expect(billingAddress).toBeUndefined();
    else expect(billingAddress).toMatchObject(expected);
  });

  test('an email address that Adyen would refuse is left out', async () => {
    const sent = await authorized({}, { details: { customer: { email: 'ada@exämple' } } });
    expect(sent).not.toHaveProperty('shopperEmail');
  });

  test.each([
    ['clp', 1500, 150_000],
    ['isk', 1500, 150_000],
    ['idr', 150_000, 1500],
    ['cve', 150_000, 1500],
    ['jpy', 1500, 1500],
    ['kwd', 1500, 1500],
  ])('%s %d is %d on the wire', async (currency, amount, value) => {
    expect((await authorized({}, { currency, amount })).amount.value).toBe(value);
  });

  test('an amount that Adyen cannot write is not sent', async () => {
    const { psp, exchanges } = run();
    const request = { payment_method: card, return_url: 'https://pay.example/return' };
    expect(await psp.authorize({ ...attempt, currency: 'idr', amount: 150 }, request, call)).toEqual({
      outcome: 'not_supported',
      code: 'amount_not_representable',
    });
    expect(exchanges).toEqual([]);
  });

  test.each<[string, Partial<PspAccount>]>([
    ['no merchant account', { settings: {} }],
    ['no secret', { credentials: async () => Promise.reject(new Error('no such secret')) }],
  ])('%s: nothing is sent, and that is definite', async (_, changed) => {
    const { psp, exchanges } = run(answered(500, {}), changed);
    const answer = await psp.authorize(
      attempt,
      { payment_method: card, return_url: 'https://pay.example/return' },
      call,
    );
    expect(answer).toEqual({ outcome: 'psp_unavailable', code: 'credentials_missing' });
    expect(exchanges).toEqual([]);
  });
});

describe('after the authorisation', () => {
  const known = { ...attempt, psp_reference: '993617895204576J' };
  const received = answered(201, { status: 'received', pspReference: '993617894906488A' });

  test('each call of one operation has a key of its own and the reference of both ids', async () => {
    const { psp, exchanges } = run(received);
    await psp.capture(known, operation, call);
    await psp.cancel(known, operation, call);
    await psp.refund(known, operation, call);
    expect(exchanges.map(({ request }) => request.headers['idempotency-key'])).toEqual([
      `${operation.id}-captures`,
      `${operation.id}-cancels`,
      `${operation.id}-refunds`,
    ]);
    for (const { request } of exchanges)
      expect(JSON.parse(request.body ?? '').reference).toBe(`${attempt.reference}.${operation.id}`);
  });

  test('a cancel without Adyen’s reference uses ours', async () => {
    const { psp, exchanges, body } = run(received);
    await psp.cancel(attempt, operation, call);
    expect(exchanges[0]?.request.url).toBe('https://checkout-test.adyen.com/v72/cancels');
    expect(body().paymentReference).toBe(attempt.reference);
  });

  test.each(['capture', 'refund'] as const)('a %s without Adyen’s reference is not sent', async (name) => {
    const { psp, exchanges } = run(received);
    expect(await psp[name](attempt, operation, call)).toEqual({
      outcome: 'failed',
      reason: 'invalid_request',
      code: 'psp_reference_missing',
    });
    expect(exchanges).toEqual([]);
  });

  test.each<[string, HttpResponse, object]>([
    ['acknowledged', received, { outcome: 'fencing' }],
    ['refused', answered(422, { errorCode: '167' }), { outcome: 'unknown', doubt: 'ambiguous_error' }],
    ['unauthorised', answered(401, { errorCode: '000' }), { outcome: 'unknown', doubt: 'ambiguous_error' }],
    ['throttled', answered(429, {}), { outcome: 'unknown', doubt: 'ambiguous_error' }],
    ['not sent', { kind: 'not_sent', cause: 'ENOTFOUND' }, { outcome: 'unknown', doubt: 'ambiguous_error' }],
    ['lost', { kind: 'lost', doubt: 'timeout', cause: 'timeout' }, { outcome: 'unknown', doubt: 'timeout' }],
  ])('a cancel by reference that is %s never says that the payment failed', async (_, answer, expected) => {
    const { psp, exchanges, body } = run(answer);
    expect(await psp.cancelByReference?.(attempt, call)).toEqual(expected);
    expect(exchanges[0]?.request.headers['idempotency-key']).toBe(`${attempt.reference}-fence`);
    expect(body()).toEqual({
      merchantAccount: 'TestMerchant',
      reference: `${attempt.reference}.fence`,
      paymentReference: attempt.reference,
    });
  });

  test('a return without a result submits nothing and leaves the attempt open', async () => {
    const { psp, exchanges } = run();
    expect(psp.canComplete?.({ redirectResult: 'r' })).toBe(true);
    for (const params of [{}, { redirectResult: '' }]) expect(psp.canComplete?.(params)).toBe(false);
    expect(await psp.completeAuthentication(known, { redirectResult: '' }, call)).toEqual({
      outcome: 'unknown',
      doubt: 'pending',
    });
    expect(exchanges).toEqual([]);
  });

  test.each<[string, HttpResponse, object]>([
    [
      'a result that Adyen does not accept',
      answered(422, { errorCode: '14_006', errorType: 'validation' }),
      { outcome: 'invalid_request', code: '14_006', refuses_completion: true },
    ],
    [
      'an account that may not take it',
      answered(403, { errorCode: '010', errorType: 'security' }),
      { outcome: 'not_supported', code: '010', refuses_completion: true },
    ],
    [
      'a payment that is refused in a category of requests',
      answered(200, {
        merchantReference: attempt.reference,
        pspReference: 'P1',
        resultCode: 'Refused',
        refusalReasonCode: '7',
      }),
      { outcome: 'invalid_request', code: '7', psp_reference: 'P1', refuses_completion: true },
    ],
    [
      'an account that is not set up, with the status of an accident',
      answered(500, { errorCode: '905_3', errorType: 'configuration' }),
      { outcome: 'not_supported', code: '905_3', refuses_completion: true },
    ],
    [
      'an accident',
      answered(500, { errorCode: '905', errorType: 'internal' }),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'a page from something in between',
      answered(404, {}),
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    ['a limit reached', answered(429, {}), { outcome: 'rate_limited' }],
    ['a key refused', answered(401, { errorCode: '000' }), { outcome: 'psp_unavailable', code: '000' }],
    ['nothing sent', { kind: 'not_sent', cause: 'ECONNREFUSED' }, { outcome: 'not_sent' }],
    ['under way', answered(422, { errorCode: '704' }), { outcome: 'duplicate', doubt: 'in_flight' }],
    [
      'a lost answer',
      { kind: 'lost', doubt: 'timeout', cause: 'timeout' },
      { outcome: 'unknown', doubt: 'timeout' },
    ],
  ])('the refusal of a completion is told as what it is: %s', async (_, answer, expected) => {
    const { psp, body } = run(answer);
    expect(await psp.completeAuthentication(known, { redirectResult: 'r', PaRes: 'x' }, call)).toEqual(
      expected,
    );
    expect(body()).toEqual({ details: { redirectResult: 'r' } });
  });

  test('a return has its own key, the same when it is repeated: a forged one spoils no genuine one', async () => {
    const { psp, exchanges } = run(answered(422, { errorCode: '14_006', errorType: 'validation' }));
    for (const redirectResult of ['forged', 'genuine', 'genuine'])
      await psp.completeAuthentication(known, { redirectResult }, call);
    const [forged, genuine, again] = exchanges.map(({ request }) => request.headers['idempotency-key']);
    expect(forged).not.toBe(genuine);
    expect(again).toBe(genuine);
    expect(genuine).toMatch(new RegExp(`^${attempt.reference}-d-[\\w-]{22}$`));
  });
});
