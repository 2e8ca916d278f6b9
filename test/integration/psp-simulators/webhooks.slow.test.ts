import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { signItem } from '../../../local/psp/adyen/sign-item.ts';
import { eventually, openPsps, type PspClient } from './psp-client.ts';
import { adyenAmount, adyenPayment, checkoutPayment, merchantAccount, payStripe } from './samples.ts';
import { openReceiver } from './webhook-receiver.ts';

let client: PspClient;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeEach(async () => {
  receiver = await openReceiver();
  client = await openPsps();
  client.simulators.setWebhookTarget(receiver.url);
});
afterEach(async () => {
  await client.close();
  await receiver.close();
});

const arrived = (psp: string) => receiver.deliveries.filter(({ path }) => path === `/v1/webhooks/${psp}`);
const secretOf = (psp: string) => client.simulators.credentials[psp]?.webhook_secrets[0] ?? '';
const some = (psp: string, count: number) => eventually(() => arrived(psp).length >= count && arrived(psp));
const itemOf = (body: string) => JSON.parse(body).notificationItems[0].NotificationRequestItem;
const settings = (psp: string, change: object) => client.admin(`/psps/${psp}/webhooks`, change);

describe('signatures', () => {
  test('Stripe: t and v1 over the raw body', async () => {
    const { json } = await payStripe(client);
    const [delivery] = await some('stripe', 1);
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(delivery?.headers['stripe-signature'])) ?? [];
    expect(v1).toBe(createHmac('sha256', secretOf('stripe')).update(`${t}.${delivery?.body}`).digest('hex'));
    const event = JSON.parse(delivery?.body ?? '');
    expect(event).toMatchObject({
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: json.id } },
    });
  });

  test('Stripe signs with every secret in force', async () => {
    await settings('stripe', { secrets: ['whsec_new', 'whsec_old'] });
    await payStripe(client);
    const [delivery] = await some('stripe', 1);
    const header = String(delivery?.headers['stripe-signature']);
    const t = /t=(\d+)/.exec(header)?.[1];
    for (const secret of ['whsec_new', 'whsec_old'])
      expect(header).toContain(createHmac('sha256', secret).update(`${t}.${delivery?.body}`).digest('hex'));
  });

  test('Adyen: the published example', () => {
    const signed = signItem(
      {
        pspReference: '7914073381342284',
        merchantAccountCode: 'TestMerchant',
        merchantReference: 'TestPayment-1407325143704',
        amount: { value: 1130, currency: 'EUR' },
        eventCode: 'AUTHORISATION',
        success: 'true',
      },
      '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
    );
    expect(itemOf(JSON.stringify(signed)).additionalData.hmacSignature).toBe(
      'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=',
    );
  });

  test('Checkout.com: hex HMAC of the raw body', async () => {
    await client.checkout('/payments', checkoutPayment({ capture: false }));
    const [delivery] = await some('checkout_com', 1);
    const expected = createHmac('sha256', secretOf('checkout_com'))
      .update(delivery?.body ?? '')
      .digest('hex');
    expect(delivery?.headers['cko-signature']).toBe(expected);
  });
});

describe('events sent', () => {
  test('Adyen: authorisation, capture, refund and technical cancel, each under its reference', async () => {
    const paid = await client.adyen('/payments', adyenPayment({ reference: 'ch_a' }));
    const { pspReference } = paid.json;
    await client.adyen(`/payments/${pspReference}/refunds`, { ...adyenAmount(600), reference: 'ch_a.re_1' });
    await client.adyen('/cancels', { merchantAccount, paymentReference: 'ch_a' });
    await client.adyen('/cancels', { merchantAccount, paymentReference: 'ch_none' });
    const items = (await some('adyen', 4)).map(({ body }) => itemOf(body));
    const of = (code: string) => items.filter(({ eventCode }) => eventCode === code);
    expect(of('AUTHORISATION')).toMatchObject([{ pspReference, merchantReference: 'ch_a', success: 'true' }]);
    expect(of('REFUND')).toMatchObject([
      {
        originalReference: pspReference,
        merchantReference: 'ch_a.re_1',
        success: 'true',
        amount: { value: 600 },
      },
    ]);
    // The two are told at once, in either order.
    expect(
      of('TECHNICAL_CANCEL').sort((a, b) => `${a.merchantReference}`.localeCompare(`${b.merchantReference}`)),
    ).toMatchObject([
      { originalReference: pspReference, merchantReference: 'ch_a', success: 'false' },
      { merchantReference: 'ch_none', success: 'false', reason: 'Payment not found' },
    ]);
  });

  test('Checkout.com: approved, captured, refunded', async () => {
    const { json } = await client.checkout('/payments', checkoutPayment());
    await some('checkout_com', 2);
    await client.checkout(`/payments/${json.id}/refunds`, { amount: 600, reference: 're_1' });
    const events = (await some('checkout_com', 3)).map(({ body }) => JSON.parse(body));
    expect(events.map(({ type }) => type)).toEqual([
      'payment_approved',
      'payment_captured',
      'payment_refunded',
    ]);
    expect(events[2].data).toMatchObject({ id: json.id, reference: 're_1', amount: 600, currency: 'EUR' });
  });

  test('Stripe: the asynchronous refund', async () => {
    const { json } = await payStripe(client, { number: '4000000000007726' });
    await client.stripe('/v1/refunds', { payment_intent: json.id });
    const types = (await some('stripe', 5)).map(({ body }) => JSON.parse(body).type).sort();
    expect(types).toEqual([
      'charge.refund.updated',
      'charge.refunded',
      'payment_intent.succeeded',
      'refund.created',
      'refund.updated',
    ]);
  });
});

describe('delivery', () => {
  test('again with pauses until a 2xx', async () => {
    receiver.answer(500);
    await payStripe(client);
    const before = await some('stripe', 2);
    receiver.answer(204);
    await some('stripe', before.length + 1);
    await eventually(async () => {
      const { json } = await client.admin('/psps/stripe/webhooks');
      return json.events[0].state === 'delivered';
    });
    expect(new Set(arrived('stripe').map(({ body }) => body)).size).toBe(1);
  });

  test('twice', async () => {
    await settings('stripe', { mode: 'twice' });
    await payStripe(client);
    const [first, second] = await some('stripe', 2);
    expect(first?.body).toBe(second?.body);
  });

  test('reordered', async () => {
    await settings('adyen', { mode: 'reordered', ms: 1000 });
    for (const reference of ['ch_a', 'ch_b', 'ch_c'])
      await client.adyen('/payments', adyenPayment({ reference }));
    const items = (await some('adyen', 3)).map(({ body }) => itemOf(body).merchantReference);
    expect(items).toEqual(['ch_c', 'ch_b', 'ch_a']);
  });

  test('off: nothing, until they are redelivered', async () => {
    await settings('checkout_com', { mode: 'off' });
    await client.checkout('/payments', checkoutPayment({ capture: false }));
    const { json } = await client.admin('/psps/checkout_com/webhooks');
    expect(json.events).toMatchObject([{ state: 'held', attempts: 0 }]);
    expect(arrived('checkout_com')).toHaveLength(0);
    expect(
      (await settings('checkout_com', { mode: 'normal', redeliver: 'undelivered' })).json.redelivered,
    ).toBe(1);
    await some('checkout_com', 1);
  });

  test('late: after the time that is set', async () => {
    await settings('stripe', { mode: 'late', ms: 5_000 });
    await payStripe(client);
    expect(arrived('stripe')).toHaveLength(0);
    await some('stripe', 1);
  });

  test('wrong settings are refused', async () => {
    expect((await settings('stripe', { mode: 'sometimes' })).status).toBe(400);
    expect((await settings('stripe', { url: 'ftp://127.0.0.1/' })).status).toBe(400);
  });
});
