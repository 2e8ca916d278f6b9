import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { eventsRead } from '../../../lib/psp/adyen/read-claim.ts';
import { readWebhook } from '../../../lib/psp/adyen/webhooks.ts';
import type { PspEvent } from '../../../lib/types/psp.ts';
import { readSpec } from '../../tools/specs.ts';

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
  readBody(
    {
      live: 'false',
      notificationItems: items.map((NotificationRequestItem) => ({ NotificationRequestItem })),
    },
    secrets,
  );

const readBody = (body: object, secrets: readonly string[] = [key]) =>
  readWebhook(
    {
      id: 'adyen',
      psp: 'adyen',
      base_url: 'https://checkout-test.adyen.com/v72',
      livemode: false,
      settings: { merchant_account: 'TestMerchant' },
      credentials: async () => ({ api_key: 'key', webhook_secrets: secrets }),
    },
    async () => ({ kind: 'not_sent', cause: 'a webhook calls nobody' }),
    { headers: {}, body: Buffer.from(JSON.stringify(body)), now: 0 },
  );

const signed = (item: object, payload: string) => ({
  ...item,
  additionalData: {
    hmacSignature: createHmac('sha256', Buffer.from(key, 'hex')).update(payload).digest('base64'),
  },
});

describe('the published example', () => {
  test('verifies, and is not ours', async () => {
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

describe('the examples of the official document', () => {
  const spec = readSpec('adyen-webhooks.openapi.json') as
    | { readonly components: { readonly examples: Readonly<Record<string, { readonly value: Delivery }>> } }
    | undefined;
  type Delivery = { readonly notificationItems: readonly { readonly NotificationRequestItem: Example }[] };
  type Example = Readonly<Record<string, unknown>> & {
    readonly amount: { readonly value: number; readonly currency: string };
    readonly additionalData?: object;
  };
  const reference = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';

  /** Every example, as it would come for a payment of ours. */
  const claims = async (): Promise<Readonly<Record<string, string>>> => {
    const found: Record<string, string> = {};
    for (const { value } of Object.values(spec?.components.examples ?? {})) {
      const [first] = value.notificationItems ?? [];
      if (first === undefined) continue;
      const named = {
        ...first.NotificationRequestItem,
        merchantAccountCode: 'TestMerchant',
        merchantReference: reference,
      };
      const {
        pspReference,
        originalReference = '',
        amount,
        eventCode,
        success,
      } = named as typeof named & Record<string, unknown>;
      const payload = `${pspReference}:${originalReference}:TestMerchant:${reference}:${amount.value}:${amount.currency}:${eventCode}:${success}`;
      const { hmacSignature } = signed({}, payload).additionalData;
      const item = { ...named, additionalData: { ...named.additionalData, hmacSignature } };
      const reading = await read([item]);
      const [event] = reading.ok ? reading.events : [];
      found[String(eventCode)] = reported(event);
    }
    return found;
  };

  const reported = (event: PspEvent | undefined): string => {
    if (event === undefined) return 'refused';
    const { claim, psp_reference, operation_reference } = event;
    const status = 'dispute' in claim ? claim.dispute.status : '';
    const what = 'result' in claim ? claim.result.outcome : status;
    return [claim.about, what, psp_reference ?? '-', operation_reference ?? '-'].join(' ');
  };

  (spec === undefined ? test.skip : test)(
    'each is read, and names the payment and the modification',
    async () => {
      expect(await claims()).toEqual({
        AUTHORISATION: 'authorization approved QFQTPCQ8HXSKGK82 -',
        AUTHORISATION_ADJUSTMENT: 'nothing_of_ours  - -',
        CANCELLATION: 'authorization canceled 9913140798220028 QFQTPCQ8HXSKGK82',
        CANCEL_OR_REFUND: 'authorization canceled 9913140798220028 QFQTPCQ8HXSKGK82',
        CAPTURE: 'capture succeeded 9913140798220028 QFQTPCQ8HXSKGK82',
        CAPTURE_FAILED: 'capture failed 9913140798220028 QFQTPCQ8HXSKGK82',
        CHARGEBACK: 'dispute open 9913140798220028 QFQTPCQ8HXSKGK82',
        // Without the account's setting it names no dispute, and the one it is about stays open.
        CHARGEBACK_REVERSED: 'nothing_of_ours  - -',
        EXPIRE: 'authorization canceled QFQTPCQ8HXSKGK82 -',
        NOTIFICATION_OF_CHARGEBACK: 'dispute open 9913140798220028 QFQTPCQ8HXSKGK82',
        OFFER_CLOSED: 'authorization canceled QFQTPCQ8HXSKGK82 -',
        POSTPONED_REFUND: 'refund pending 9913140798220028 QFQTPCQ8HXSKGK82',
        REFUND: 'refund failed 9913140798220028 QFQTPCQ8HXSKGK82',
        REFUNDED_REVERSED: 'refund failed 9913140798220028 QFQTPCQ8HXSKGK82',
        REFUND_FAILED: 'refund failed 9913140798220028 QFQTPCQ8HXSKGK82',
        REFUND_WITH_DATA: 'nothing_of_ours  - -',
        REPORT_AVAILABLE: 'nothing_of_ours  - -',
        TECHNICAL_CANCEL: 'fence canceled 8313547924770610 8515208516304269',
      });
    },
  );
});

test.each([
  ['our reference', 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x', { reference: 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x' }],
  ['a name of its own is known by its payment', 'ORDER-17', {}],
  ['a name that only begins like ours is known by its payment', 'ch_3PqLBr2eZvKYlo2C', {}],
])(
  'an operation made elsewhere under %s: no operation id of ours, its own reference and amount',
  async (_, merchantReference, known) => {
    const item = signed(
      {
        ...published,
        pspReference: 'CAPTURE000000001',
        originalReference: '7914073381342284',
        merchantReference,
        amount: { value: 1000, currency: 'EUR' },
        eventCode: 'CAPTURE',
      },
      `CAPTURE000000001:7914073381342284:TestMerchant:${merchantReference}:1000:EUR:CAPTURE:true`,
    );
    expect(await read([item])).toEqual({
      ok: true,
      events: [
        {
          id: 'CAPTURE000000001.CAPTURE.true',
          ...known,
          psp_reference: '7914073381342284',
          operation_reference: 'CAPTURE000000001',
          money: { amount: 1000, currency: 'eur' },
          claim: {
            about: 'capture',
            result: { outcome: 'succeeded', psp_reference: 'CAPTURE000000001', amount: 1000 },
          },
        },
      ],
    });
  },
);

test.each(['AUTHORISATION', 'EXPIRE', 'TECHNICAL_CANCEL'])(
  '%s under a name of its own is not ours',
  async (eventCode) => {
    const item = signed(
      { ...published, originalReference: 'PAYMENT000000001', eventCode },
      `7914073381342284:PAYMENT000000001:TestMerchant:${published.merchantReference}:1130:EUR:${eventCode}:true`,
    );
    expect(await read([item])).toMatchObject({ ok: true, events: [{ claim: { about: 'nothing_of_ours' } }] });
  },
);

test.each([
  'CAPTURE',
  'CAPTURE_FAILED',
  'REFUND',
  'CANCELLATION',
  'CHARGEBACK',
  'NOTIFICATION_OF_CHARGEBACK',
])(
  '%s that names no payment, as Adyen never writes it, is about another payment than the charge',
  async (eventCode) => {
    const reference = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';
    const item = signed(
      { ...published, merchantReference: reference, eventCode },
      `7914073381342284::TestMerchant:${reference}:1130:EUR:${eventCode}:true`,
    );
    expect(await read([item])).toMatchObject({
      ok: true,
      events: [{ reference, psp_reference: published.pspReference }],
    });
  },
);

test.each([
  ['PREARBITRATION_WON', undefined],
  ['SECOND_CHARGEBACK', published.pspReference],
  ['PREARBITRATION_LOST', published.pspReference],
])(
  '%s without the reference of its payment does not name its dispute; only one that takes money must name the payment',
  async (eventCode, psp_reference) => {
    const reference = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';
    const item = signed(
      { ...published, merchantReference: reference, eventCode },
      `7914073381342284::TestMerchant:${reference}:1130:EUR:${eventCode}:true`,
    );
    const reading = await read([item]);
    const [event] = reading.ok ? reading.events : [];
    expect(event).toMatchObject({ reference, claim: { about: 'dispute' } });
    expect([event?.psp_reference, event?.operation_reference]).toEqual([psp_reference, undefined]);
  },
);

test.each([
  ['2026-11-01T11:00:00+01:00', 1_793_527_200_000],
  ['2026-11-01T10:00:00.500Z', 1_793_527_200_000],
  ['yesterday', undefined],
  [undefined, undefined],
])('an event of %s happened at %s', async (eventDate, occurred) => {
  const reference = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';
  const item = signed(
    { ...published, merchantReference: reference, eventDate },
    `7914073381342284::TestMerchant:${reference}:1130:EUR:AUTHORISATION:true`,
  );
  const reading = await read([item]);
  expect(reading.ok && reading.events.map((event) => event.occurred)).toEqual([occurred]);
});

test.each([
  ['Not enough balance', { outcome: 'insufficient_funds', code: '12' }],
  ['12 : Not enough balance', { outcome: 'insufficient_funds', code: '12' }],
  ['05 : Do not honor', { outcome: 'unmapped' }],
  ['3D Not Authenticated', { outcome: 'authentication_failed', code: '11' }],
  ['FRAUD', { outcome: 'fraud_suspected', code: '20' }],
  ['Token Revoked', { outcome: 'stop_payment', code: '50' }],
  [
    'Transaction blocked by Adyen to prevent excessive retry fees',
    { outcome: 'limit_exceeded', code: '46', advice: 'never_again' },
  ],
  // As an answer to a call it would be about that call alone.
  ['Invalid Amount', { outcome: 'unmapped', code: '7' }],
  ['constructor', { outcome: 'unmapped' }],
  ['033899:1111:03/2030', { outcome: 'unmapped' }],
  [undefined, { outcome: 'unmapped' }],
])('an authorisation refused for the reason %s', async (reason, answer) => {
  const reference = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';
  const item = signed(
    { ...published, merchantReference: reference, success: 'false', reason },
    `7914073381342284::TestMerchant:${reference}:1130:EUR:AUTHORISATION:false`,
  );
  const reading = await read([item]);
  expect(reading.ok && reading.events.map(({ claim }) => claim)).toEqual([
    { about: 'authorization', result: { ...answer, psp_reference: published.pspReference } },
  ]);
});

test('a capture or refund of an amount that cannot be read has not succeeded', async () => {
  const reference = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';
  for (const eventCode of ['CAPTURE', 'REFUND']) {
    const item = signed(
      { ...published, merchantReference: reference, eventCode, amount: { value: 1150, currency: 'CLP' } },
      `7914073381342284::TestMerchant:${reference}:1150:CLP:${eventCode}:true`,
    );
    expect(await read([item])).toMatchObject({
      ok: true,
      events: [{ claim: { result: { outcome: 'unknown', doubt: 'unreadable_answer' } } }],
    });
  }
});

test('a reversal that names no action we know is of this charge, whatever it did', async () => {
  const reference = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';
  const claimOf = async (success: string, action: string | undefined) => {
    const reversal = { merchantReference: reference, originalReference: 'PAYMENT000000001', success };
    const item = signed(
      { ...published, ...reversal, eventCode: 'CANCEL_OR_REFUND' },
      `7914073381342284:PAYMENT000000001:TestMerchant:${reference}:1130:EUR:CANCEL_OR_REFUND:${success}`,
    );
    const additionalData = { ...item.additionalData, 'modification.action': action };
    const reading = await read([{ ...item, additionalData }]);
    return reading.ok ? reading.events[0]?.claim : undefined;
  };
  for (const action of ['someday', undefined])
    expect(await claimOf('true', action)).toEqual({
      about: 'refund',
      result: { outcome: 'unknown', doubt: 'unreadable_answer' },
    });
  expect(await claimOf('false', 'someday')).toEqual({ about: 'nothing_of_ours' });
});

test('an unsigned field changes neither the status of a dispute nor its amount', async () => {
  const reference = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';
  const item = signed(
    {
      ...published,
      merchantReference: reference,
      originalReference: 'PAYMENT000000001',
      eventCode: 'CHARGEBACK',
    },
    `7914073381342284:PAYMENT000000001:TestMerchant:${reference}:1130:EUR:CHARGEBACK:true`,
  );
  for (const more of [
    { disputeStatus: 'Won' },
    { chargebackReasonCode: '<b>10.4</b>', defensePeriodEndsAt: 'tomorrow' },
    { chargebackReasonCode: '10.4', grossValue: '1' },
  ]) {
    const reading = await read([{ ...item, additionalData: { ...item.additionalData, ...more } }]);
    expect(reading).toMatchObject({
      ok: true,
      events: [
        {
          money: { amount: 1130, currency: 'eur' },
          claim: { dispute: { status: 'open', stage: 'dispute' } },
        },
      ],
    });
    const shown = JSON.stringify(reading);
    expect(shown).not.toContain('<b>');
    expect(shown).not.toContain('tomorrow');
  }
});

test('text cannot wander from field to field under one signature', async () => {
  const reference = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';
  const honest = { ...published, merchantReference: `x:TestMerchant:${reference}` };
  const payload = `7914073381342284::TestMerchant:x:TestMerchant:${reference}:1130:EUR:AUTHORISATION:true`;
  expect(await read([signed(honest, payload)])).toMatchObject({ ok: true });
  const shifted = {
    ...published,
    pspReference: '7914073381342284::TestMerchant',
    originalReference: 'x',
    merchantReference: reference,
  };
  expect(await read([signed(shifted, payload)])).toEqual({ ok: false, reason: 'signature' });
});

test.each([
  ['no reference', { pspReference: '' }, ':', 'true'],
  ['a reference of several lines', { pspReference: 'A\nB' }, 'A\nB:', 'true'],
  ['no result', { success: '' }, '7914073381342284:', ''],
])(
  'an event of others with %s is acknowledged; one of ours is not believed',
  async (_, odd, begins, ends) => {
    const payload = (reference: string) =>
      `${begins}:TestMerchant:${reference}:1130:EUR:AUTHORISATION:${ends}`;
    const { merchantReference } = published;
    const others = signed({ ...published, ...odd }, payload(merchantReference));
    expect(await read([others])).toMatchObject({
      ok: true,
      events: [{ claim: { about: 'nothing_of_ours' } }],
    });
    const reference = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x';
    const ours = signed({ ...published, ...odd, merchantReference: reference }, payload(reference));
    expect(await read([ours])).toEqual({ ok: false, reason: 'malformed' });
  },
);

test('fields are joined as they are, colons and backslashes included', async () => {
  const item = signed(
    { ...published, merchantReference: 'INV:42\\7' },
    '7914073381342284::TestMerchant:INV:42\\7:1130:EUR:AUTHORISATION:true',
  );
  expect(await read([item])).toMatchObject({ ok: true });
});

test('an authorisation of an amount that is not a whole number of minor units is not believed', async () => {
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
          result: { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: '7914073381342284' },
        },
      },
    ],
  });
});

const unsigned = { ok: false, reason: 'signature' };

test.each([[[]], [[{}]], [[null]], [['text']]])('items %j are not signed', async (items) => {
  expect(await read(items)).toEqual(unsigned);
});

test.each([[{}], [[]], [{ notificationItems: {} }], [{ notificationItems: null, type: 'x' }], [{ type: 1 }]])(
  'a body %j has no item, so nothing is signed',
  async (body) => {
    expect(await readBody(body)).toEqual(unsigned);
  },
);

describe('an event of a kind that is never read', () => {
  const report = {
    amount: { value: 0, currency: 'EUR' },
    eventCode: 'REPORT_AVAILABLE',
    merchantAccountCode: 'TestMerchant',
    merchantReference: '',
    pspReference: 'settlement_detail_report_2026-11-01T00:00:00_2026-11-02T23:59:59.csv',
    success: 'true',
  };
  const nothing = { claim: { about: 'nothing_of_ours' } };

  test.each<[string, object]>([
    [
      'signed, with colons in its reference',
      signed(report, `${report.pspReference}::TestMerchant::0:EUR:REPORT_AVAILABLE:true`),
    ],
    [
      'signed over escaped fields',
      signed(
        report,
        `${report.pspReference.replaceAll(':', '\\:')}::TestMerchant::0:EUR:REPORT_AVAILABLE:true`,
      ),
    ],
    ['not signed', report],
    [
      'without additional data or an amount',
      { eventCode: 'PAIDOUT_REVERSED', pspReference: 'P1', success: 'true' },
    ],
    ['about a dispute, of which nothing changes', { ...report, eventCode: 'NOTIFICATION_OF_FRAUD' }],
    ['of tomorrow', { eventCode: 'SOMETHING_NEW', pspReference: 'a:b:c' }],
    ['under another account', { ...report, eventCode: 'DISABLE_RECURRING', merchantAccountCode: 'a:b' }],
    ['with a signature that is no text', { ...report, additionalData: { hmacSignature: 7 } }],
  ])('%s is acknowledged', async (_, item) => {
    expect(await read([item])).toMatchObject({ ok: true, events: [nothing] });
  });

  test('a thousand in one delivery, which anybody can send, are reported once', async () => {
    const reading = await read([...Array.from({ length: 1_000 }, () => report), published]);
    expect(reading).toMatchObject({ ok: true, events: [nothing, {}] });
  });

  test('beside one that is read: what is read must be signed', async () => {
    expect(await read([report, published])).toMatchObject({ ok: true, events: [nothing, {}] });
    expect(await read([report, { ...published, success: 'false' }])).toEqual({
      ok: false,
      reason: 'signature',
    });
  });

  test.each(eventsRead)('%s is none: it must be signed', async (eventCode) => {
    expect(await read([{ ...published, eventCode, additionalData: {} }])).toEqual({
      ok: false,
      reason: 'signature',
    });
  });

  test('an event without a code proves nothing', async () => {
    expect(await read([{ ...published, eventCode: undefined }])).toEqual({ ok: false, reason: 'signature' });
  });

  test.each(['recurring.token.created', 'balancePlatform.payment.created'])(
    '%s, a webhook of another product, is acknowledged',
    async (type) => {
      expect(
        await readBody({ type, data: { merchantAccount: 'TestMerchant' }, environment: 'live' }),
      ).toMatchObject({
        ok: true,
        events: [nothing],
      });
    },
  );

  test('so is one that has no data, such as an authentication relayed to an issuer', async () => {
    const body = { type: 'balancePlatform.authentication.relayed', id: '1', paymentInstrumentId: 'PI_1' };
    expect(await readBody(body)).toMatchObject({ ok: true, events: [nothing] });
  });

  test('items beside a type are still items', async () => {
    const body = {
      type: 'x',
      data: {},
      notificationItems: [{ NotificationRequestItem: { ...published, success: 'false' } }],
    };
    expect(await readBody(body)).toEqual({ ok: false, reason: 'signature' });
  });
});
