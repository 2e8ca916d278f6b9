import { expect, test } from '@jest/globals';
import { unreadChange } from '../../../lib/psp/unread-change.ts';
import { defined } from '../../../lib/types/defined.ts';
import type { Attempt } from '../../../lib/types/psp.ts';
import type { Script } from '../../conformance/psp-subject.ts';
import { moneyOf, scripted } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { stripeSubject } from '../../conformance/stripe.ts';
import { chargeObject, paymentIntent, refundObject } from '../../conformance/stripe-events.ts';
import { oneCharge, start } from './one-charge.ts';

const attempt: Attempt = {
  reference: 'ch_1',
  session: 'cs_1',
  amount: 4_000,
  currency: 'isk',
  capture_method: 'automatic',
  started: start - 1_000,
};
const money = moneyOf(attempt);

test('a refund of a part of a krona at Stripe is not recorded; the others are, and a person gets to know', async () => {
  const id = 'pi_1';
  const intent = {
    ...paymentIntent(attempt, money, { status: 'succeeded' }),
    id,
    latest_charge: { ...chargeObject(attempt, money, 4_000, 0), amount_refunded: 100_150 },
  };
  const whole = { ...refundObject(attempt, '', { ...money, amount: 1_000 }, 'succeeded'), metadata: {} };
  const data = [{ ...whole, id: 're_part', amount: 150 }, whole];
  const shown: Script = ({ url }) =>
    answered(200, url.includes('/v1/refunds') ? { object: 'list', data, has_more: false } : intent);
  const { psp } = scripted(stripeSubject, shown);
  const { receive, charge, logs } = await oneCharge({
    charge: {
      ...attempt,
      outcome: 'captured',
      psp_reference: id,
      amount_captured: 4_000,
      amount_refundable: 4_000,
      amount_refundable_disputed: 4_000,
    },
    session: { ...money, payment_status: 'paid' },
    psp: defined({ lookUp: psp.lookUp, lookUpRefunds: psp.lookUpRefunds }),
  });
  await receive({ claim: unreadChange(id) });
  expect(await charge()).toMatchObject({ status: 'captured', amount_refundable: 3_000 });
  expect(logs).toContainEqual({
    event: 'refund_total_differs',
    charge: 'ch_1',
    session: 'cs_1',
    psp: 'stripe',
    amount_refunded: 1_002,
    recorded: 1_000,
  });
});
