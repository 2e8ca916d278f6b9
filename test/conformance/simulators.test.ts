import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, openPsps, type PspClient } from '../integration/psp-simulators/psp-client.ts';
import {
  adyenAmount,
  adyenManual,
  adyenPayment,
  checkoutPayment,
  intentParams,
  merchantAccount,
  methodParams,
  payStripe,
} from '../integration/psp-simulators/samples.ts';
import { documents, specProblems } from '../integration/psp-simulators/spec-problems.ts';
import { openReceiver } from '../integration/psp-simulators/webhook-receiver.ts';
import { specification } from './specification.ts';

/** The simulators against the PSPs' own documents: what they answer is as specified. */
const missing = Object.values(documents).includes(undefined);
const withSpecs = missing ? test.skip : test;

let client: PspClient;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  receiver = await openReceiver();
  client = await openPsps();
  client.simulators.setWebhookTarget(receiver.url);
});
afterAll(async () => {
  await client.close();
  await receiver.close();
});

const approve = async (url: string) => {
  const back = await fetch(`${url}?result=approve`, { redirect: 'manual' });
  return new URL(back.headers.get('location') ?? '').searchParams;
};

describe('the whole life of a card payment is as specified', () => {
  withSpecs('stripe', async () => {
    const paid = await payStripe(client);
    await client.stripeGet(
      `/v1/payment_intents/${paid.json.id}?expand[]=latest_charge&expand[]=payment_method`,
    );
    await client.stripeGet(`/v1/charges/${paid.json.latest_charge}`);
    const refund = await client.stripe('/v1/refunds', {
      payment_intent: paid.json.id,
      amount: 600,
      reason: 'duplicate',
      'metadata[refund]': 're_1',
    });
    await client.stripeGet(`/v1/refunds/${refund.json.id}?expand[]=payment_intent&expand[]=charge`);
    await client.stripeGet(`/v1/refunds?payment_intent=${paid.json.id}&limit=3`);
    await payStripe(client, { number: '4000000000009995' });
    await payStripe(client, {
      number: '4000002760003184',
      confirm: { return_url: 'https://shop.example/return' },
    }).then(({ json }) => approve(json.next_action.redirect_to_url.url));
    const held = await payStripe(client, { params: { capture_method: 'manual' } });
    await client.stripe(`/v1/payment_intents/${held.json.id}/capture`, { amount_to_capture: 1000 });
    const released = await payStripe(client, { params: { capture_method: 'manual' } });
    await client.stripe(`/v1/payment_intents/${released.json.id}/cancel`, {
      cancellation_reason: 'abandoned',
    });
    await client.stripeGet('/v1/payment_intents?limit=2');
    await client.stripeGet(`/v1/payment_intents/search?query=${encodeURIComponent("status:'succeeded'")}`);
    await client.stripeGet('/v1/payment_methods/pm_card_visa');
    // Refusals have a shape of their own.
    await client.stripeGet('/v1/payment_intents/pi_none');
    await client.stripe('/v1/refunds', { payment_intent: released.json.id });
    await client.stripe('/v1/payment_methods', methodParams('4242424242424241'));
    await client.stripe('/v1/payment_intents', intentParams, { authorization: 'Bearer wrong' });
    expect(client.exchanges.stripe).not.toHaveLength(0);
    expect(specProblems(client, 'stripe')).toEqual([]);
  });

  withSpecs('adyen', async () => {
    const paid = await client.adyen('/payments', adyenPayment());
    const refund = { ...adyenAmount(600), reference: 'ch_1.re_1', merchantRefundReason: 'RETURN' };
    await client.adyen(`/payments/${paid.json.pspReference}/refunds`, refund);
    await client.adyen('/payments', adyenPayment({}, { holderName: 'DECLINED' }));
    await client.adyen('/payments', adyenPayment({}, { holderName: 'ERROR' }));
    const redirected = await client.adyen('/payments', adyenPayment({}, { number: '4212345678901237' }));
    const redirectResult = (await approve(redirected.json.action.url)).get('redirectResult');
    await client.adyen('/payments/details', { details: { redirectResult } });
    const held = await client.adyen('/payments', adyenPayment({ ...adyenManual, reference: 'ch_2' }));
    await client.adyen(`/payments/${held.json.pspReference}/captures`, {
      ...adyenAmount(1000),
      reference: 'ch_2.c',
    });
    const released = await client.adyen('/payments', adyenPayment({ ...adyenManual, reference: 'ch_3' }));
    await client.adyen(`/payments/${released.json.pspReference}/cancels`, { merchantAccount });
    await client.adyen('/cancels', { merchantAccount, paymentReference: 'ch_4', reference: 'ch_4.fence' });
    await client.adyen('/payments', adyenPayment({ merchantAccount: 'Other' }));
    await client.adyen('/payments', adyenPayment({}, { number: '4111111111111112' }));
    await client.adyen('/payments', adyenPayment(), { 'x-api-key': 'wrong' });
    expect(specProblems(client, 'adyen')).toEqual([]);
  });

  withSpecs('checkout_com', async () => {
    const { settings } = client.simulators.credentials.checkout_com ?? {};
    const paid = await client.checkout(
      '/payments',
      checkoutPayment({ customer: { email: 'ada@shop.example' }, metadata: { charge: 'ch_1' } }),
    );
    const path = `/payments/${paid.json.id}`;
    await eventually(async () => (await client.checkoutGet(path)).json.status === 'Captured');
    await client.checkout(`${path}/refunds`, {
      amount: 600,
      reference: 're_1',
      metadata: { refund: 're_1' },
    });
    await eventually(async () => (await client.checkoutGet(path)).json.status === 'Partially Refunded');
    await client.checkoutGet(`${path}/actions`);
    await client.checkout('/payments', checkoutPayment({}, { number: '4544249167673670' }));
    const secure = await client.checkout(
      '/payments',
      checkoutPayment({ '3ds': { enabled: true }, success_url: 'https://shop.example/ok' }),
    );
    const session = (await approve(secure.json._links.redirect.href)).get('cko-session-id');
    await client.checkoutGet(`/payments/${session}`);
    const held = await client.checkout('/payments', checkoutPayment({ capture: false, reference: 'held' }));
    await client.checkout(`/payments/${held.json.id}/captures`, { amount: 1000, capture_type: 'NonFinal' });
    const released = await client.checkout('/payments', checkoutPayment({ capture: false }));
    await client.checkout(`/payments/${released.json.id}/voids`, { reference: 'v' });
    await eventually(
      async () => (await client.checkoutGet('/payments?reference=held')).json.total_count === 1,
    );
    const authorization = `Bearer ${settings?.public_key}`;
    await client.checkout('/tokens', checkoutPayment().source, { authorization });
    await client.checkout('/payments', checkoutPayment({}, { number: '4242424242424241' }));
    await client.checkout(`/payments/${released.json.id}/refunds`, {});
    await client.checkout('/payments', checkoutPayment(), { authorization: 'Bearer wrong' });
    await client.checkoutGet('/payments/pay_aaaaaaaaaaaaaaaaaaaaaaaaaa');
    expect(specProblems(client, 'checkout_com')).toEqual([]);
  });

  withSpecs('the webhooks of adyen', async () => {
    const items = await eventually(() => {
      const bodies = receiver.deliveries
        .filter(({ path }) => path.endsWith('/adyen'))
        .map(({ body }) => body);
      const codes = new Set(bodies.map(eventCode));
      const reported = ['AUTHORISATION', 'REFUND', 'CAPTURE', 'CANCELLATION', 'TECHNICAL_CANCEL'];
      return reported.every((code) => codes.has(code)) && bodies;
    });
    const spec = specification(documents.adyenWebhooks, receiver.url, documents.adyenWebhooks?.webhooks);
    const found = items.flatMap((body) =>
      spec.requestProblems({
        method: 'POST',
        url: `${receiver.url}/${eventCode(body)}`,
        headers: { 'content-type': 'application/json' },
        body,
        timeout_ms: 0,
      }),
    );
    expect(found).toEqual([]);
  });
});

const eventCode = (body: string): string =>
  JSON.parse(body).notificationItems[0].NotificationRequestItem.eventCode;

test.each([
  ['stripe', '/v1/payment_intentz'],
  ['adyen', '/paymentz'],
  ['checkout_com', '/paymentz'],
] as const)('%s knows no other path', async (psp, path) => {
  const call = { stripe: client.stripe, adyen: client.adyen, checkout_com: client.checkout }[psp];
  expect((await call(path, {})).status).toBe(404);
});
