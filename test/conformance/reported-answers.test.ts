import { describe, expect, test } from '@jest/globals';
import { paypalSubject } from './paypal.ts';
import { call, cardRequest, sampleAttempt, scripted } from './samples.ts';
import { answered } from './scripted-transport.ts';
import { stripeSubject } from './stripe.ts';

/**
 * Answers that no document or library of the PSP's has an example of, as the PSP gave them to somebody who made them public. Our ids stand where a
 * payment of ours has them; people's names and addresses are left out.
 */
describe('Stripe, to a raw card from an account that may not send any', () => {
  const unsafe = 'Sending credit card numbers directly to the Stripe API is generally unsafe.';
  const how = 'https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.';

  /** `length`: the answer's `content-length`, which shows that the error has no other field, and so no code. The reports leave out the status. */
  const reports = [
    {
      source: 'github.com/flutter-stripe/flutter_stripe/issues/1638, in test mode on 2024-02-12',
      length: 480,
      error: {
        message: `${unsafe} We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing. To enable raw card data APIs in test mode, see ${how}`,
        request_log_url: 'https://dashboard.stripe.com/test/logs/req_qgoZihTb1rrtop?t=1707718289',
        type: 'invalid_request_error',
      },
    },
    {
      source: 'github.com/flutter-stripe/flutter_stripe/issues/1805, in live mode on 2024-06-17',
      length: 545,
      error: {
        message: `${unsafe} To continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements. For more information, see https://dashboard.stripe.com/account/integration/settings. If you are qualified to handle card data directly, see ${how}`,
        request_log_url: 'https://dashboard.stripe.com/logs/req_GpKchE2EYroSn4?t=1718616572',
        type: 'invalid_request_error',
      },
    },
  ];
  const cases = reports.flatMap((report) =>
    [400, 402].map((status) => [report.source, { ...report, status }] as const),
  );

  test.each(cases)(
    'is not a decline, and the next PSP may take it: %s',
    async (_, { error, length, status }) => {
      // As Stripe writes JSON.
      expect(`${JSON.stringify({ error }, null, 2)}\n`).toHaveLength(length);
      const attempt = sampleAttempt();
      const play = stripeSubject.play({ scene: 'captured' }, attempt, attempt);
      const { psp, exchanges } = scripted(stripeSubject, (request) =>
        request.url.endsWith('/v1/payment_methods') ? answered(status, { error }) : play(request),
      );
      const answer = await psp.authorize(attempt, cardRequest(), call);
      expect(answer).toEqual({ outcome: 'not_supported', psp_reference: expect.stringMatching(/^pi_/) });
      expect(exchanges.map(({ request }) => request.url)).not.toContainEqual(
        expect.stringMatching(/confirm$/),
      );
    },
  );
});

describe('PayPal, with a capture that is pending', () => {
  const reason = 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION';
  const reports = [
    { order: '94E83796AH3100904', capture: '8UW46633K9182040G', value: '52.84', at: '2021-05-04T19:54:16Z' },
    { order: '4XH33102DY969251L', capture: '2K0965801L644061D', value: '689.99', at: '2021-03-01T01:53:47Z' },
  ];

  // Both are of the sandbox, and stand whole in public repositories. `github.com/paypal/PayPal-PHP-Server-SDK/issues/12` reports the same of 2024-11-12: the order is COMPLETED.
  test.each(reports)('is not paid: order $order of $at', async ({ order, capture, value, at }) => {
    const attempt = sampleAttempt({
      amount: Math.round(Number(value) * 100),
      currency: 'usd',
      psp_reference: order,
    });
    const amount = { currency_code: 'USD', value };
    const link = (path: string, rel: string, method: string) => ({
      href: `https://api.sandbox.paypal.com/v2/${path}`,
      rel,
      method,
    });
    const json = {
      id: order,
      intent: 'CAPTURE',
      status: 'COMPLETED',
      purchase_units: [
        {
          reference_id: 'default',
          amount,
          custom_id: attempt.reference,
          payments: {
            captures: [
              {
                id: capture,
                status: 'PENDING',
                status_details: { reason },
                amount,
                final_capture: true,
                seller_protection: {
                  status: 'ELIGIBLE',
                  dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
                },
                links: [
                  link(`payments/captures/${capture}`, 'self', 'GET'),
                  link(`payments/captures/${capture}/refund`, 'refund', 'POST'),
                  link(`checkout/orders/${order}`, 'up', 'GET'),
                ],
                create_time: at,
                update_time: at,
              },
            ],
          },
        },
      ],
      create_time: at,
      update_time: at,
      links: [link(`checkout/orders/${order}`, 'self', 'GET')],
    };
    const { psp } = scripted(paypalSubject, ({ url }) =>
      url.endsWith('/oauth2/token')
        ? answered(200, { access_token: 'A21', token_type: 'Bearer', expires_in: 32_400 })
        : answered(200, json),
    );
    expect(await psp.lookUp?.(attempt, call)).toEqual({
      outcome: 'unknown',
      doubt: 'pending',
      psp_reference: order,
    });
  });
});
