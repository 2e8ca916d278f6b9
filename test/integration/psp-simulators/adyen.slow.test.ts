import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readReference } from '../../tools/specs.ts';
import { eventually, openPsps, type PspClient } from './psp-client.ts';
import { adyenAmount, adyenManual, adyenPayment, merchantAccount } from './samples.ts';

let client: PspClient;
beforeAll(async () => {
  client = await openPsps({ psps: ['adyen'] });
});
afterAll(() => client.close());

const rowOf = async (id: string) => (await client.ledger('adyen')).payments.find((row) => row.id === id);

/** The ledger once every received modification is decided. */
const settled = async (id: string, expected: object) => {
  await eventually(async () => {
    const row = await rowOf(id);
    return Object.entries(expected).every(([name, value]) => row?.[name as keyof typeof row] === value);
  });
};

const codes = readReference('decline-codes.json') as
  | { adyen: { codes: { refusalReasonCode: string; resultCode: string; testHolderName: string }[] } }
  | undefined;

describe('payments', () => {
  test('a card is charged', async () => {
    const { status, json } = await client.adyen('/payments', adyenPayment());
    expect([status, json.resultCode, json.amount]).toEqual([
      200,
      'Authorised',
      { currency: 'EUR', value: 2599 },
    ]);
    expect(await rowOf(json.pspReference)).toMatchObject({
      reference: 'ch_1',
      amount_captured: 2599,
      card_last4: '1111',
    });
  });

  (codes === undefined ? test.skip : test)(
    'every published refusal is forced by its cardholder name',
    async () => {
      for (const { refusalReasonCode, resultCode, testHolderName } of codes?.adyen.codes ?? []) {
        const { status, json } = await client.adyen(
          '/payments',
          adyenPayment({}, { holderName: testHolderName }),
        );
        expect([status, json.refusalReasonCode, json.resultCode]).toEqual([
          200,
          refusalReasonCode,
          resultCode,
        ]);
        expect(await rowOf(json.pspReference)).toMatchObject({ status: 'declined', amount_authorized: 0 });
      }
    },
  );

  test('the acquirer code in additionalData forces a refusal too', async () => {
    const additionalData = { RequestedTestAcquirerResponseCode: '12' };
    const { json } = await client.adyen('/payments', adyenPayment({ additionalData }));
    expect(json).toMatchObject({ resultCode: 'Refused', refusalReasonCode: '12' });
  });

  test('encrypted fields with the test_ prefix, and stored details of a shopper', async () => {
    const encrypted = {
      type: 'scheme',
      encryptedCardNumber: 'test_5555444433331111',
      encryptedExpiryMonth: 'test_03',
      encryptedExpiryYear: 'test_2034',
      encryptedSecurityCode: 'test_737',
    };
    const paid = await client.adyen('/payments', { ...adyenPayment(), paymentMethod: encrypted });
    expect(paid.json).toMatchObject({ resultCode: 'Authorised', paymentMethod: { brand: 'mc' } });
    const paymentMethod = { type: 'scheme', storedPaymentMethodId: 'STOREDVISA000001' };
    const stored = {
      ...adyenPayment(),
      paymentMethod,
      shopperReference: 'shopper-1',
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: 'CardOnFile',
    };
    expect((await client.adyen('/payments', stored)).json.resultCode).toBe('Authorised');
    expect((await client.adyen('/payments', { ...adyenPayment(), paymentMethod })).status).toBe(422);
  });

  test.each([
    ['a wrong check digit', adyenPayment({}, { number: '4111111111111112' }), 422, '101'],
    ['another merchant account', adyenPayment({ merchantAccount: 'Other' }), 403, '901'],
    ['an unknown field', adyenPayment({ shoperEmail: 'a@b.example' }), 400, '702'],
    ['an amount in text', adyenPayment({ amount: { currency: 'EUR', value: '2599' } }), 400, '702'],
    ['no return address', { ...adyenPayment(), returnUrl: undefined }, 422, '14_030'],
    ['no reference', { ...adyenPayment(), reference: undefined }, 422, '130'],
  ])('%s is refused', async (_what, body, status, errorCode) => {
    const before = (await client.ledger('adyen')).payments.length;
    const answer = await client.adyen('/payments', body);
    expect([answer.status, answer.json.errorCode]).toEqual([status, errorCode]);
    expect((await client.ledger('adyen')).payments).toHaveLength(before);
  });

  test('the ledger is in ISO minor units', async () => {
    const clp = await client.adyen(
      '/payments',
      adyenPayment({ amount: { currency: 'CLP', value: 150_000 } }),
    );
    expect(await rowOf(clp.json.pspReference)).toMatchObject({ amount: 1500, currency: 'clp' });
    const idr = await client.adyen('/payments', adyenPayment({ amount: { currency: 'IDR', value: 150 } }));
    expect(await rowOf(idr.json.pspReference)).toMatchObject({ amount: 15_000 });
  });
});

describe('3-D Secure', () => {
  test('is not offered on the web without browserInfo, and the bank that wants it declines', async () => {
    const { browserInfo: _, ...without } = adyenPayment({}, { number: '4212345678901237' });
    expect((await client.adyen('/payments', without)).json).toMatchObject({
      resultCode: 'Refused',
      refusalReasonCode: '38',
    });
    expect((await client.adyen('/payments', adyenPayment())).json).toMatchObject({
      resultCode: 'Authorised',
    });
    const app = await client.adyen('/payments', { ...without, channel: 'iOS' });
    expect(app.json).toMatchObject({ resultCode: 'RedirectShopper' });
  });

  const begin = async () =>
    (await client.adyen('/payments', adyenPayment({}, { number: '4212345678901237' }))).json;

  const comeBack = async (payment: { action: { url: string } }, result: string) => {
    const back = await fetch(`${payment.action.url}?result=${result}`, { redirect: 'manual' });
    const location = new URL(back.headers.get('location') ?? '');
    expect(location.searchParams.get('state')).toBe('1');
    return location.searchParams.get('redirectResult') ?? '';
  };

  test('nothing is authorised before the details are submitted', async () => {
    const payment = await begin();
    expect([payment.resultCode, payment.action.type]).toEqual(['RedirectShopper', 'redirect']);
    const redirectResult = await comeBack(payment, 'approve');
    expect(await rowOf(payment.pspReference)).toMatchObject({
      status: 'requires_action',
      amount_authorized: 0,
    });
    const done = await client.adyen('/payments/details', { details: { redirectResult } });
    expect(done.json).toMatchObject({ resultCode: 'Authorised', merchantReference: 'ch_1' });
    const again = await client.adyen('/payments/details', { details: { redirectResult } });
    expect(again.json.resultCode).toBe('Authorised');
    expect(await rowOf(payment.pspReference)).toMatchObject({ amount_captured: 2599 });
  });

  test('failed: 3D Not Authenticated', async () => {
    const redirectResult = await comeBack(await begin(), 'fail');
    const { json } = await client.adyen('/payments/details', { details: { redirectResult } });
    expect(json).toMatchObject({ resultCode: 'Refused', refusalReasonCode: '11' });
  });

  test('a redirectResult that was never issued is refused', async () => {
    const { status } = await client.adyen('/payments/details', { details: { redirectResult: 'X' } });
    expect(status).toBe(422);
  });
});

describe('modifications are received first and decided later', () => {
  const hold = async (reference: string) =>
    (await client.adyen('/payments', adyenPayment({ ...adyenManual, reference }))).json
      .pspReference as string;

  test('a partial capture, then refunds within it', async () => {
    const id = await hold('m1');
    expect(await rowOf(id)).toMatchObject({ status: 'authorized', amount_captured: 0 });
    const capture = await client.adyen(`/payments/${id}/captures`, {
      ...adyenAmount(1000),
      reference: 'm1.c',
    });
    expect([capture.status, capture.json.status, capture.json.paymentPspReference]).toEqual([
      201,
      'received',
      id,
    ]);
    await settled(id, { amount_captured: 1000 });
    for (const value of [600, 600]) await client.adyen(`/payments/${id}/refunds`, adyenAmount(value));
    const refunds = await eventually(async () => {
      const all = (await client.ledger('adyen')).refunds.filter(({ payment }) => payment === id);
      return all.every(({ status }) => status !== 'pending') && all;
    });
    expect(refunds.map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
    expect(await rowOf(id)).toMatchObject({ amount_refunded: 600 });
  });

  test('cancel by PSP reference and by own reference', async () => {
    const id = await hold('m2');
    await client.adyen(`/payments/${id}/cancels`, { merchantAccount });
    await settled(id, { status: 'canceled', amount_authorized: 0 });
    const other = await hold('m3');
    const technical = await client.adyen('/cancels', {
      merchantAccount,
      paymentReference: 'm3',
      reference: 'm3.f',
    });
    expect(technical.json).toMatchObject({ status: 'received', paymentReference: 'm3', reference: 'm3.f' });
    await settled(other, { status: 'canceled' });
  });

  test('canceling a captured payment changes nothing', async () => {
    const { pspReference } = (await client.adyen('/payments', adyenPayment({ reference: 'm4' }))).json;
    expect((await client.adyen('/cancels', { merchantAccount, paymentReference: 'm4' })).status).toBe(201);
    const refund = await client.adyen(`/payments/${pspReference}/refunds`, adyenAmount(2599));
    expect(refund.status).toBe(201);
    await settled(pspReference, { status: 'captured', amount_refunded: 2599 });
  });

  test('a payment it does not know is refused', async () => {
    const answer = await client.adyen('/payments/NOSUCHREFERENCE1/captures', adyenAmount(1));
    expect([answer.status, answer.json.errorCode]).toEqual([422, '167']);
  });
});

describe('idempotency keys', () => {
  test('a repeat gives the first answer, refusals included, and charges once', async () => {
    const before = (await client.ledger('adyen')).payments.length;
    const pay = () => client.adyen('/payments', adyenPayment(), { 'idempotency-key': 'k1' });
    const [first, second] = [await pay(), await pay()];
    expect(second.text).toBe(first.text);
    const refuse = () =>
      client.adyen('/payments', adyenPayment({}, { holderName: 'DECLINED' }), { 'idempotency-key': 'k2' });
    expect((await refuse()).json.pspReference).toBe((await refuse()).json.pspReference);
    expect((await client.ledger('adyen')).payments).toHaveLength(before + 2);
  });

  test('in flight: 422 with errorCode 704, marked as transient', async () => {
    const pay = () => client.adyen('/payments', adyenPayment(), { 'idempotency-key': 'k3' });
    const answers = await client.atOnce('adyen', 'authorize', [pay, pay]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.json.errorCode).toBe('704');
    expect(refused?.headers.get('transient-error')).toBe('true');
    expect((await pay()).text).toBe(answers.find(({ status }) => status === 200)?.text);
  });

  test('a 500 before the effect is transient and not kept; one after it is kept', async () => {
    const pay = (key: string) => client.adyen('/payments', adyenPayment(), { 'idempotency-key': key });
    await client.fault('adyen', { kind: '5xx' });
    expect((await pay('k4')).headers.get('transient-error')).toBe('true');
    await client.fault('adyen', { kind: '5xx-after' });
    expect((await pay('k5')).headers.get('transient-error')).toBeNull();
    await client.fault('adyen', { kind: 'ok' });
    expect([(await pay('k4')).status, (await pay('k5')).status]).toEqual([200, 500]);
  });

  test('a key has at most 64 characters', async () => {
    const answer = await client.adyen('/payments', adyenPayment(), { 'idempotency-key': 'k'.repeat(65) });
    expect(answer.status).toBe(422);
  });
});
