import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPsps, type PspClient } from '../integration/psp-simulators/psp-client.ts';
import { adyenPayment, checkoutPayment, intentParams } from '../integration/psp-simulators/samples.ts';
import { documents, specProblems } from '../integration/psp-simulators/spec-problems.ts';

const withSpecs = Object.values(documents).includes(undefined) ? test.skip : test;

let client: PspClient;
beforeAll(async () => {
  client = await openPsps();
});
afterAll(() => client.close());

describe('a request that the documents forbid is refused and has no effect', () => {
  const payments = async (psp: string) => (await client.ledger(psp)).payments.length;

  /** A body with one field missing, misspelt or of the wrong type. */
  const spoilt = (body: object, required: readonly string[]) => [
    ...required.map((name) => [`without ${name}`, { ...body, [name]: undefined }] as const),
    ['with an unknown field', { ...body, surprise: 'x' }] as const,
  ];

  withSpecs('stripe', async () => {
    const before = await payments('stripe');
    const bodies = spoilt(intentParams, ['amount', 'currency']);
    const wrong = ['a lot', '25.99', '-1', ''].map(
      (amount) => [`amount ${amount}`, { ...intentParams, amount }] as const,
    );
    for (const [what, body] of [...bodies, ...wrong]) {
      const params: Record<string, string | number> = JSON.parse(JSON.stringify(body));
      const at = client.exchanges.stripe?.length;
      const { status, json } = await client.stripe('/v1/payment_intents', params);
      expect([what, status, json.error.type]).toEqual([what, 400, 'invalid_request_error']);
      if (what !== 'amount -1') expect([what, specProblems(client, 'stripe', at)]).not.toEqual([what, []]);
    }
    expect(await payments('stripe')).toBe(before);
  });

  withSpecs('adyen', async () => {
    const before = await payments('adyen');
    const required = ['amount', 'merchantAccount', 'paymentMethod', 'reference', 'returnUrl'];
    const wrong = [
      ['amount 25.99', adyenPayment({ amount: { currency: 'EUR', value: 25.99 } })],
      ['currency EURO', adyenPayment({ amount: { currency: 'EURO', value: 1 } })],
      ['an unknown card field', adyenPayment({}, { nummber: '1' })],
    ] as const;
    for (const [what, body] of [...spoilt(adyenPayment(), required), ...wrong]) {
      const at = client.exchanges.adyen?.length;
      const { status } = await client.adyen('/payments', body);
      expect([what, [400, 422].includes(status)]).toEqual([what, true]);
      expect([what, specProblems(client, 'adyen', at)]).not.toEqual([what, []]);
    }
    expect(await payments('adyen')).toBe(before);
  });

  withSpecs('checkout_com', async () => {
    const before = await payments('checkout_com');
    const wrong = [
      ['amount 25.99', checkoutPayment({ amount: 25.99 })],
      ['currency EURO', checkoutPayment({ currency: 'EURO' })],
      ['a month in text', checkoutPayment({}, { expiry_month: '12' })],
    ] as const;
    for (const [what, body] of [...spoilt(checkoutPayment(), ['currency']), ...wrong]) {
      const at = client.exchanges.checkout_com?.length;
      const { status } = await client.checkout('/payments', body);
      expect([what, status]).toEqual([what, 422]);
      expect([what, specProblems(client, 'checkout_com', at)]).not.toEqual([what, []]);
    }
    expect(await payments('checkout_com')).toBe(before);
  });
});
