import { describe, expect, test } from '@jest/globals';
import { at } from '../../lib/psp/json.ts';
import { parseIntent } from '../../lib/psp/stripe/payment.ts';
import { readDispute } from '../../lib/psp/stripe/read-dispute.ts';
import { describeRefund, readRefund } from '../../lib/psp/stripe/read-refund.ts';
import { readSpec } from '../tools/specs.ts';
import { connect, now } from './samples.ts';
import { stripeSubject } from './stripe.ts';
import { signedByStripe } from './stripe-events.ts';

/** Stripe's own example objects, of a newer API version than the one this adapter asks for: they must read all the same. */
describe('Stripe’s examples', () => {
  const examples = readSpec('stripe.fixtures.json');
  const given = examples === undefined ? test.skip : test;
  const example = (name: string) => at(examples, 'resources', name);

  given('payment_intent', () => {
    const intent = example('payment_intent');
    expect(parseIntent(intent)).toMatchObject({
      id: at(intent, 'id'),
      amount: at(intent, 'amount'),
      currency: at(intent, 'currency'),
      status: 'requires_payment_method',
      created: at(intent, 'created'),
    });
  });

  given('refund', () => {
    const refund = example('refund');
    const read = readRefund(refund);
    expect(read && describeRefund(read)).toEqual({
      outcome: 'succeeded',
      psp_reference: at(refund, 'id'),
      amount: 100,
    });
  });

  given('dispute: an inquiry', () => {
    const dispute = example('dispute');
    expect(readDispute(dispute)?.fact).toEqual({
      psp_reference: at(dispute, 'id'),
      status: 'open',
      stage: 'inquiry',
      reason: 'general',
      psp_reason: 'general',
      respond_by: 1_723_679_999,
    });
  });

  given('event: none of ours', async () => {
    const body = JSON.stringify(example('event'));
    const psp = connect(stripeSubject, () => Promise.reject(new Error('no call')));
    const secret = stripeSubject.account.webhook_secrets[0];
    expect(await psp.readWebhook(signedByStripe(body, secret, now))).toEqual({
      ok: true,
      events: [{ id: at(example('event'), 'id'), claim: { about: 'nothing_of_ours' } }],
    });
  });

  given.each(['charge', 'payment_method', 'customer'])(
    '%s is not taken for an intent, a refund or a dispute',
    (name) => {
      expect(parseIntent(example(name))).toBeUndefined();
      expect(readRefund(example(name))).toBeUndefined();
      expect(readDispute(example(name))).toBeUndefined();
    },
  );
});
