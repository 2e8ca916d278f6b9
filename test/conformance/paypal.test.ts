import { describe, expect, test } from '@jest/globals';
import type { PspEvent } from '../../lib/types/psp.ts';
import { describePsp } from './describe-psp.ts';
import { paypalSubject } from './paypal.ts';
import { paypalDelivery, paypalVerifier } from './paypal-events.ts';
import { call, connect, moneyOf, now, paymentRequest, sampleAttempt, scripted } from './samples.ts';
import { scriptedTransport } from './scripted-transport.ts';

describePsp(paypalSubject);

const { reference } = sampleAttempt();

/** Examples of events from its pages, with our id where a payment of ours has it. */
describe('events as they are published', () => {
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

  test('an approved order is completed, if it is ours', async () => {
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

  test('the completion needs nothing that the customer would have brought', async () => {
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
