import type { Money } from '../../lib/types/money.ts';
import type { Attempt } from '../../lib/types/psp.ts';
import type { Facts, PaymentFacts } from './psp-subject.ts';
import { sampleOperation } from './samples.ts';
import { answered } from './scripted-transport.ts';
import { chargeId, chargeObject, intentId, onWire, paymentIntent, refundObject } from './stripe-objects.ts';
import { signedStripeEvent } from './stripe-webhooks.ts';

/** The intent when this is so, with its charge in full, as a look-up asks for it. */
const intentOf = ({ captured, refunded = 0, hold }: PaymentFacts, attempt: Attempt, echo: Money) => {
  if (hold !== undefined)
    return {
      ...paymentIntent(attempt, echo, { status: 'canceled' }),
      cancellation_reason: hold === 'expired' ? 'automatic' : null,
    };
  if (captured === undefined) return paymentIntent(attempt, echo, { status: 'requires_capture' });
  const { amount_received: _, ...intent } = paymentIntent(attempt, echo, { status: 'succeeded' });
  if (captured === null) return intent;
  return {
    ...intent,
    amount_received: onWire({ ...echo, amount: captured }),
    latest_charge: chargeObject(attempt, echo, captured, refunded),
  };
};

const manual = (attempt: Attempt): Attempt => ({ ...attempt, capture_method: 'manual' });
const part = { amount: 1_000, currency: 'eur' };

const dispute = (status: string) => ({
  id: 'dp_1Pgc71B7WZ01zgkWMevJiAUx',
  object: 'dispute',
  amount: 1_000,
  charge: chargeId,
  created: 1_234_567_890,
  currency: 'eur',
  evidence_details: { due_by: 1_723_679_999, has_evidence: false, past_due: false, submission_count: 0 },
  is_charge_refundable: true,
  livemode: false,
  metadata: {},
  payment_intent: intentId,
  reason: 'fraudulent',
  status,
});

export const stripeFacts: Facts = {
  playFacts: (facts, attempt, echo) => () => answered(200, intentOf(facts, attempt, echo)),
  playRefusedCapture:
    (facts, by, attempt, { id }) =>
    () => {
      const intent = intentOf(facts, attempt, attempt);
      const mark = by === 'this' ? { capture: id } : {};
      return answered(400, {
        error: {
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          payment_intent: { ...intent, latest_charge: chargeId, metadata: { ...intent.metadata, ...mark } },
        },
      });
    },
  playRefunds: (refunds, attempt, cut) => () =>
    answered(200, {
      object: 'list',
      url: '/v1/refunds',
      has_more: cut,
      data: refunds.map(({ psp_reference: id, operation, amount, status }) => ({
        ...refundObject(attempt, operation ?? '', { ...attempt, amount }, status),
        id,
        ...(operation === undefined && { metadata: {} }),
      })),
    }),
  elsewhere: {
    capture: (attempt, secret, at) => {
      const taken = intentOf({ captured: 1_000 }, manual(attempt), attempt);
      return signedStripeEvent('payment_intent.succeeded', { ...taken, latest_charge: chargeId }, secret, at);
    },
    refund: (attempt, secret, at) => {
      const refund = refundObject(attempt, sampleOperation('refund').id, part, 'succeeded');
      return signedStripeEvent('refund.created', { ...refund, metadata: {} }, secret, at);
    },
    void: (attempt, secret, at) =>
      signedStripeEvent(
        'payment_intent.canceled',
        intentOf({ hold: 'voided' }, manual(attempt), attempt),
        secret,
        at,
      ),
    expiry: (attempt, secret, at) =>
      signedStripeEvent(
        'payment_intent.canceled',
        intentOf({ hold: 'expired' }, manual(attempt), attempt),
        secret,
        at,
      ),
    dispute_opened: (_, secret, at) =>
      signedStripeEvent('charge.dispute.created', dispute('needs_response'), secret, at),
    dispute_won: (_, secret, at) => signedStripeEvent('charge.dispute.closed', dispute('won'), secret, at),
    dispute_lost: (_, secret, at) => signedStripeEvent('charge.dispute.closed', dispute('lost'), secret, at),
    dispute_closed: (_, secret, at) =>
      signedStripeEvent('charge.dispute.closed', dispute('warning_closed'), secret, at),
  },
};
