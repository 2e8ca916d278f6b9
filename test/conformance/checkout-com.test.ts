import { describe, expect, test } from '@jest/globals';
import { checkoutComSubject } from './checkout-com.ts';
import { sign as signedByCheckoutCom } from './checkout-com-events.ts';
import { describePsp } from './describe-psp.ts';
import { connect, now, sampleAttempt } from './samples.ts';
import { scriptedTransport } from './scripted-transport.ts';

describePsp(checkoutComSubject);

const { reference } = sampleAttempt();

/** Examples of events from its pages, with our id where a payment of ours has it. */
describe('events as they are published', () => {
  // checkout.com/docs/developer-resources/event-notifications/event-types/payment_retry_scheduled, 2023-12-20
  test('a decline that it tries again by itself is still open', async () => {
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
            result: { outcome: 'unknown', doubt: 'pending', psp_reference: event.data.id },
          },
        },
      ],
    });
  });

  // checkout.com/docs/developer-resources/webhooks/webhook-event-types/payment_authentication_failed, 2023-04-26
  test('a customer who did not authenticate in time has not paid', async () => {
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
            result: { outcome: 'authentication_failed', code: '20152', psp_reference: event.data.id },
          },
        },
      ],
    });
  });
});
