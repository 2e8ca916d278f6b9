import { describe, expect, test } from '@jest/globals';
import { at } from '../../lib/psp/json.ts';
import { readPaymentIntent } from '../../lib/psp/stripe/payment-intent.ts';
import { describeRefund } from '../../lib/psp/stripe/refund-answer.ts';
import { stripe } from '../../lib/psp/stripe/stripe.ts';
import { readSpec } from '../tools/specs.ts';
import { now, sampleAccount } from './samples.ts';
import { stripeSubject } from './stripe-subject.ts';
import { signedByStripe } from './stripe-webhooks.ts';

/** Stripe's own example objects, of a newer API version than the one this adapter asks for: they must read all the same. */
describe('Stripe’s examples', () => {
  const examples = readSpec('stripe.fixtures.json');
  const given = examples === undefined ? test.skip : test;
  const example = (name: string) => at(examples, 'resources', name);

  given('payment_intent', () => {
    const intent = example('payment_intent');
    expect(readPaymentIntent(intent)).toMatchObject({
      id: at(intent, 'id'),
      amount: at(intent, 'amount'),
      currency: at(intent, 'currency'),
      status: 'requires_payment_method',
      created: at(intent, 'created'),
    });
  });

  given('refund', () => {
    const refund = example('refund');
    expect(describeRefund(refund)).toEqual({ outcome: 'succeeded', psp_reference: at(refund, 'id') });
  });

  given('event: none of ours', async () => {
    const body = JSON.stringify(example('event'));
    const psp = stripe.connect(sampleAccount(stripeSubject), () => Promise.reject(new Error('no call')));
    const secret = stripeSubject.account.webhook_secrets[0];
    expect(await psp.readWebhook(signedByStripe(body, secret, now))).toEqual({
      ok: true,
      events: [{ id: at(example('event'), 'id'), claim: { about: 'nothing_of_ours' } }],
    });
  });

  given.each(['charge', 'payment_method', 'customer', 'dispute'])(
    '%s is not taken for an intent or a refund',
    (name) => {
      expect(readPaymentIntent(example(name))).toBeUndefined();
      expect(describeRefund(example(name)).outcome).toBe('unknown');
    },
  );
});
