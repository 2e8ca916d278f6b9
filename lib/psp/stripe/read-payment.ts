import { fromWire } from '../../types/amount-rules.ts';
import { defined } from '../../types/defined.ts';
import type { Attempt, Canceled, LookUpResult, Unknown, UnknownReason } from '../../types/psp.ts';
import { at } from '../json.ts';
import { referenceAtPsp } from '../reference.ts';
import { echoesAmount, refundTotalFromWire } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { type PaymentIntent, parseIntent } from './payment.ts';
import { readParticulars } from './read-particulars.ts';
import { type Refusal, readDeclined } from './read-refusal.ts';

type Result = Exclude<LookUpResult, { outcome: 'absent' }>;

/** The state of this attempt according to an intent, once the intent is certainly this attempt's and has the requested amount. */
export const readPayment = (attempt: Attempt, intent: PaymentIntent): Result => {
  if (isForeign(attempt, intent)) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const result = { ...describePayment(intent), ...readParticulars(intent) };
  // A canceled intent can take no money, whatever amounts it states.
  if (result.outcome === 'canceled') return result;
  return echoesAmount(capabilities.amounts, attempt, intent.amount, intent.currency)
    ? result
    : leaveUnknown(intent, 'amount_mismatch');
};

/**
 * The payment's state according to an intent, whoever requested it. An intent that was never confirmed is not `absent`: the confirm may still arrive,
 * and only a cancel prevents that.
 */
export const describePayment = (intent: PaymentIntent): Result => {
  const { id: psp_reference } = intent;
  // In any state: after several captures in the dashboard, money was taken while more is held, or the rest is released.
  if (intent.amount_received) return readCaptured(intent, intent.amount_received);
  switch (intent.status) {
    case 'succeeded':
      return leaveUnknown(intent, 'unreadable_answer');
    case 'requires_capture':
      return intent.amount_capturable === intent.amount
        ? { outcome: 'approved', psp_reference }
        : leaveUnknown(intent, 'amount_mismatch');
    case 'canceled':
      return { outcome: 'canceled', psp_reference, ...endOfHold(intent) };
    case 'requires_action':
      // Without a URL the customer cannot act: it stays open until it is canceled by reference.
      return intent.redirect_url === undefined
        ? leaveUnknown(intent, 'pending')
        : { outcome: 'requires_action', psp_reference, redirect_url: intent.redirect_url };
    case 'requires_payment_method':
      return intent.last_payment_error === undefined
        ? leaveUnknown(intent, 'pending')
        : { ...readDeclined(intent.last_payment_error), psp_reference };
    case 'requires_confirmation':
    case 'processing':
      return leaveUnknown(intent, 'pending');
    default:
      return intent.status satisfies never;
  }
};

const readCaptured = (intent: PaymentIntent, received: number): Result => {
  if (received > intent.amount) return leaveUnknown(intent, 'amount_mismatch');
  const amount_captured = fromWire(capabilities.amounts, received, intent.currency);
  if (amount_captured === undefined) return leaveUnknown(intent, 'amount_mismatch');
  const amount_refunded =
    intent.amount_refunded === undefined
      ? undefined
      : refundTotalFromWire(capabilities.amounts, intent.amount_refunded, intent.currency);
  return {
    outcome: 'captured',
    psp_reference: intent.id,
    amount_captured,
    ...defined({ amount_refunded }),
  };
};

/**
 * Nothing was held without a confirm, after a decline, or with automatic capture. Stripe ends a hold after a week; accounts with an older version
 * report that as `automatic`.
 */
const endOfHold = (intent: PaymentIntent): Pick<Canceled, 'hold'> => {
  const held = intent.latest_charge !== undefined && intent.last_payment_error === undefined;
  if (!held || intent.capture_method !== 'manual') return {};
  const { cancellation_reason: reason } = intent;
  return { hold: reason === 'expired' || reason === 'automatic' ? 'expired' : 'voided' };
};

export const leaveUnknown = ({ id: psp_reference }: PaymentIntent, doubt: UnknownReason): Unknown => ({
  outcome: 'unknown',
  doubt,
  psp_reference,
});

/**
 * Whether the intent is another attempt's, or cannot be shown to be this one's: ours matches the charge id in its metadata or the recorded intent id,
 * and contradicts neither.
 */
export const isForeign = (attempt: Attempt, intent: PaymentIntent): boolean =>
  !isOriginal(attempt, intent) ||
  (intent.charge === undefined
    ? attempt.psp_reference !== intent.id
    : intent.charge !== referenceAtPsp(attempt) ||
      (attempt.psp_reference !== undefined && attempt.psp_reference !== intent.id));

/**
 * An intent created after the key's window is a new one, made by a repeat. One that was not made by the attempt's own call may be of any time. Allows
 * for a small difference between Stripe's clock and ours.
 */
const isOriginal = ({ started, created_as }: Attempt, { created }: PaymentIntent): boolean =>
  created_as !== undefined || created * 1_000 < started + capabilities.idempotency.window_ms - clockSkew_ms;

const clockSkew_ms = 10 * 60 * 1_000;

/**
 * The attempt's intent, if Stripe refused a call because of the intent's state. That state, which Stripe includes, is the result: the call came after
 * its own earlier execution, or after another call.
 */
export const findRefusedIntent = (attempt: Attempt, reply: Refusal): PaymentIntent | undefined => {
  if (reply.kind !== 'refused' || at(reply.error, 'code') !== 'payment_intent_unexpected_state')
    return undefined;
  const intent = parseIntent(at(reply.error, 'payment_intent'));
  return intent === undefined || isForeign(attempt, intent) ? undefined : intent;
};
