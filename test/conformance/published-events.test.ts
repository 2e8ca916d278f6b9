import { describe, expect, test } from '@jest/globals';
import type { PspEvent } from '../../lib/types/psp.ts';
import { checkoutComSubject } from './checkout-com.ts';
import { sign as signedByCheckoutCom } from './checkout-com-events.ts';
import { paypalSubject } from './paypal.ts';
import { paypalDelivery, paypalVerifier } from './paypal-events.ts';
import { call, connect, moneyOf, now, paymentRequest, sampleAttempt, scripted } from './samples.ts';
import { scriptedTransport } from './scripted-transport.ts';

const { reference } = sampleAttempt();

/** Examples of events from the publishers' pages, with our id where a payment of ours has it. Adyen's are in its stored document: `adyen-webhook.test.ts`. */
describe('events as they are published', () => {
  // checkout.com/docs/developer-resources/event-notifications/event-types/payment_retry_scheduled, 2023-12-20
  test('Checkout.com: a decline that it tries again by itself is still open', async () => {
    const event = {
      id: 'evt_6p6o7oi63iwu3bs7ajvyhncvy4',
      type: 'payment_retry_scheduled',
      version: '1.0.34',
      created_on: '2023-12-05T15:25:04.7148732Z',
      data: {
        id: 'pay_hzqcxyjulkyuhl5onw7h34px4a',
        action_id: 'act_26dxal4g2qtedgpofg2ju2au6m',
        reference,
        amount: 100,
        auth_code: '881089',
        currency: 'GBP',
        payment_type: 'Regular',
        processed_on: '2023-12-05T15:25:00.6767784Z',
        response_code: '20051',
        response_summary: 'Insufficient Funds',
        risk: { flagged: false, score: 0 },
        scheme_id: '970589071843722',
        metadata: { charge: reference },
      },
    };
    const [secret] = checkoutComSubject.account.webhook_secrets;
    const psp = connect(checkoutComSubject, scriptedTransport(() => undefined).http);
    expect(await psp.readWebhook(signedByCheckoutCom(JSON.stringify(event), secret, now))).toMatchObject({
      ok: true,
      events: [
        {
          id: event.id,
          reference,
          claim: {
            about: 'authorization',
            answer: { outcome: 'unknown', doubt: 'pending', psp_reference: event.data.id },
          },
        },
      ],
    });
  });

  // checkout.com/docs/developer-resources/webhooks/webhook-event-types/payment_authentication_failed, 2023-04-26
  test('Checkout.com: a customer who did not authenticate in time has not paid', async () => {
    const event = {
      // Every event has an id; the example leaves it out.
      id: 'evt_6p6o7oi63iwu3bs7ajvyhncvy4',
      type: 'payment_authentication_failed',
      data: {
        id: 'pay_crbj4g6nfveezfrn47hgj5cs6q',
        action_id: 'act_mv72wxz6j2nene7l6urd7fcasa',
        reference,
        amount: 1_000,
        currency: 'EUR',
        response_code: '20152',
        response_summary: 'Initial 3DS transaction not completed within 15 minutes',
        '3ds': {
          authentication_id: 'sid_xxxxx',
          version: '2.2.0',
          upgrade_reason: 'sca_retry',
          challenged: true,
          challenge_indicator: 'challenge_requested',
          exemption: 'low_value',
          authentication_status_reason: '12',
          redirect_url: 'https://api.checkout.com/redirect/here',
        },
        metadata: { charge: reference },
      },
    };
    const [secret] = checkoutComSubject.account.webhook_secrets;
    const psp = connect(checkoutComSubject, scriptedTransport(() => undefined).http);
    expect(await psp.readWebhook(signedByCheckoutCom(JSON.stringify(event), secret, now))).toMatchObject({
      ok: true,
      events: [
        {
          reference,
          claim: {
            about: 'authorization',
            answer: { outcome: 'authentication_failed', code: '20152', psp_reference: event.data.id },
          },
        },
      ],
    });
  });

  // developer.paypal.com/api/rest/webhooks, the sample of CHECKOUT.ORDER.APPROVED, of 2018-04-16
  const approved = {
    id: 'WH-COC11055RA711503B-4YM959094A144403T',
    event_type: 'CHECKOUT.ORDER.APPROVED',
    resource: {
      id: '5O190127TN364715T',
      status: 'APPROVED',
      intent: 'CAPTURE',
      payer: {
        name: { given_name: 'John', surname: 'Doe' },
        email_address: 'customer@example.com',
        payer_id: 'QYR5Z8XDVJNXQ',
      },
      purchase_units: [
        {
          reference_id: 'd9f80740-38f0-11e8-b467-0ed5f89f718b',
          amount: { currency_code: 'USD', value: '100.00' },
        },
      ],
      create_time: '2018-04-01T21:18:49Z',
      update_time: '2018-04-01T21:20:49Z',
    },
  };
  const readPayPal = async (resource: object): Promise<PspEvent | undefined> => {
    const [secret] = paypalSubject.account.webhook_secrets;
    const psp = connect(paypalSubject, scriptedTransport(paypalVerifier).http);
    const reading = await psp.readWebhook(paypalDelivery({ ...approved, resource }, secret, now));
    return reading.ok ? reading.events[0] : undefined;
  };

  test('PayPal: an order approved is to be completed, if it is ours', async () => {
    const [unit] = approved.resource.purchase_units;
    const ours = { ...approved.resource, purchase_units: [{ ...unit, custom_id: reference }] };
    expect(await readPayPal(ours)).toEqual({
      id: approved.id,
      reference,
      psp_reference: '5O190127TN364715T',
      claim: { about: 'authentication' },
    });
    expect(await readPayPal(approved.resource)).toEqual({
      id: approved.id,
      claim: { about: 'nothing_of_ours' },
    });
  });

  test('PayPal: the completion needs nothing that the customer would have brought', async () => {
    const way = paypalSubject.returns?.[0];
    const attempt = sampleAttempt();
    const asked = scripted(
      paypalSubject,
      paypalSubject.play({ scene: 'requires_action' }, attempt, moneyOf(attempt)),
    );
    const away = await asked.psp.authorize(attempt, paymentRequest(paypalSubject), call);
    const known = {
      ...attempt,
      ...('psp_reference' in away && away.psp_reference ? { psp_reference: away.psp_reference } : {}),
    };
    const other = sampleAttempt({ reference: `ch_${'z'.repeat(26)}` });
    const { psp } = scripted(paypalSubject, way?.play(known, 'captured', other) ?? (() => undefined));
    expect(await psp.completeAuthentication(known, {}, call)).toMatchObject({
      outcome: 'captured',
      amount_captured: attempt.amount,
    });
  });
});
