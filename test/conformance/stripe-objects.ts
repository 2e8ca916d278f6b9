import { capabilities } from '../../lib/psp/stripe/capabilities.ts';
import { wirePart } from '../../lib/psp/wire-amounts.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt } from '../../lib/types/psp.ts';
import { sampleAttempt } from './samples.ts';

export const intentId = 'pi_1PgafyB7WZ01zgkWSjxsAJo3';
/** The sample's is Stripe's example; every other attempt has its own. */
export const intentIdOf = ({ reference }: Attempt): string =>
  reference === sampleAttempt().reference ? intentId : `pi_${reference.slice('ch_'.length)}`;
export const chargeId = 'ch_1PgafuB7WZ01zgkWXYmPNZs8';

/** A PaymentIntent as the official document describes one, in the state given, telling the amount `echo`. */
export const paymentIntent = (
  attempt: Attempt,
  echo: Money,
  state: { readonly status: string; readonly [field: string]: unknown },
) => {
  const amount = onWire(echo);
  return {
    id: intentIdOf(attempt),
    object: 'payment_intent',
    amount,
    amount_capturable: state.status === 'requires_capture' ? amount : 0,
    amount_received: state.status === 'succeeded' ? amount : 0,
    capture_method: attempt.capture_method,
    confirmation_method: 'automatic',
    created: Math.floor(attempt.started / 1_000),
    currency: echo.currency,
    last_payment_error: null,
    latest_charge: neverConfirmed.includes(state.status) ? null : chargeId,
    livemode: false,
    metadata: { charge: attempt.reference, session: attempt.session },
    next_action: null,
    payment_method_types: ['card'],
    ...state,
  };
};

const neverConfirmed = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** The intent's charge as a look-up asks for it, in full. */
export const chargeObject = (attempt: Attempt, echo: Money, captured: number, refunded: number) => ({
  id: chargeId,
  object: 'charge',
  amount: onWire(echo),
  amount_captured: captured === 0 ? 0 : onWire({ ...echo, amount: captured }),
  amount_refunded: refunded === 0 ? 0 : onWire({ ...echo, amount: refunded }),
  billing_details: {},
  captured: captured > 0,
  created: Math.floor(attempt.started / 1_000),
  currency: echo.currency,
  disputed: false,
  livemode: false,
  metadata: { charge: attempt.reference, session: attempt.session },
  paid: true,
  payment_intent: intentIdOf(attempt),
  refunded: captured > 0 && captured === refunded,
  status: 'succeeded',
});

/** A Refund of ours. */
export const refundObject = (attempt: Attempt, id: string, echo: Money, status: string) => ({
  id: 're_1Pgc72B7WZ01zgkWqPvrRrPE',
  object: 'refund',
  amount: onWire(echo),
  created: Math.floor(attempt.started / 1_000),
  currency: echo.currency,
  metadata: { refund: id, charge: attempt.reference },
  payment_intent: intentIdOf(attempt),
  status,
});

/** The error of a declined card. */
export const declineError = (decline_code: string) => ({
  type: 'card_error',
  code: 'card_declined',
  decline_code,
  message: 'Your card was declined.',
});

export const onWire = (money: Money): number => {
  const wire = wirePart(capabilities.amounts, money);
  return wire.ok ? wire.value : money.amount;
};
