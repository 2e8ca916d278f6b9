import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { adyen } from '../../../lib/psp/adyen/adyen.ts';

/** Adyen's own published example of a signed notification, with its key. */
const key = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
const published = {
  pspReference: '7914073381342284',
  merchantAccountCode: 'TestMerchant',
  merchantReference: 'TestPayment-1407325143704',
  amount: { value: 1130, currency: 'EUR' },
  eventCode: 'AUTHORISATION',
  success: 'true',
  additionalData: { hmacSignature: 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=' },
};

const read = (items: readonly unknown[], secrets: readonly string[] = [key]) =>
  adyen
    .connect(
      {
        id: 'adyen',
        psp: 'adyen',
        base_url: 'https://checkout-test.adyen.com/v72',
        livemode: false,
        settings: { merchant_account: 'TestMerchant' },
        credentials: async () => ({ api_key: 'key', webhook_secrets: secrets }),
      },
      async () => ({ kind: 'not_sent', cause: 'a webhook calls nobody' }),
    )
    .readWebhook({
      headers: {},
      body: Buffer.from(
        JSON.stringify({
          live: 'false',
          notificationItems: items.map((NotificationRequestItem) => ({ NotificationRequestItem })),
        }),
      ),
      now: 0,
    });

const signed = (item: object, payload: string) => ({
  ...item,
  additionalData: {
    hmacSignature: createHmac('sha256', Buffer.from(key, 'hex')).update(payload).digest('base64'),
  },
});

describe('the published example', () => {
  test('verifies, and is none of ours', async () => {
    expect(await read([published])).toEqual({
      ok: true,
      events: [{ id: '7914073381342284.AUTHORISATION.true', claim: { about: 'nothing_of_ours' } }],
    });
  });

  test.each<[string, object]>([
    ['pspReference', { pspReference: '7914073381342285' }],
    ['originalReference', { originalReference: '7914073381342284' }],
    ['merchantAccountCode', { merchantAccountCode: 'Other' }],
    ['merchantReference', { merchantReference: 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x' }],
    ['amount', { amount: { value: 1131, currency: 'EUR' } }],
    ['currency', { amount: { value: 1130, currency: 'USD' } }],
    ['eventCode', { eventCode: 'CAPTURE' }],
    ['success', { success: 'false' }],
    ['signature', { additionalData: { hmacSignature: 'doqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=' } }],
    ['signature left out', { additionalData: {} }],
  ])('with another %s is refused', async (_, changes) => {
    expect(await read([{ ...published, ...changes }])).toEqual({ ok: false, reason: 'signature' });
  });

  test('one forged item refuses its whole delivery', async () => {
    expect(await read([published, { ...published, success: 'false' }])).toEqual({
      ok: false,
      reason: 'signature',
    });
  });

  test.each([[[]], [['']], [['not hex']], [[key.slice(1)]]])('keys %j verify nothing', async (secrets) => {
    expect(await read([published], secrets)).toEqual({ ok: false, reason: 'signature' });
  });

  test('the older key of a rotation still verifies', async () => {
    expect(await read([published], ['AB'.repeat(32), key])).toMatchObject({ ok: true });
  });
});

test('fields are joined as they are, colons and backslashes included', async () => {
  const item = signed(
    { ...published, merchantReference: 'INV:42\\7' },
    '7914073381342284::TestMerchant:INV:42\\7:1130:EUR:AUTHORISATION:true',
  );
  expect(await read([item])).toMatchObject({ ok: true });
});

test('an authorisation of an amount that is no whole number of minor units is not believed', async () => {
  const reference = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';
  const item = signed(
    { ...published, merchantReference: reference, amount: { value: 1150, currency: 'CLP' } },
    `7914073381342284::TestMerchant:${reference}:1150:CLP:AUTHORISATION:true`,
  );
  expect(await read([item])).toEqual({
    ok: true,
    events: [
      {
        id: '7914073381342284.AUTHORISATION.true',
        reference,
        psp_reference: '7914073381342284',
        claim: {
          about: 'authorization',
          answer: { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: '7914073381342284' },
        },
      },
    ],
  });
});

test.each([[[]], [[{}]], [[null]], [['text']]])('items %j are no notification', async (items) => {
  expect(await read(items)).toMatchObject({ ok: false });
});
