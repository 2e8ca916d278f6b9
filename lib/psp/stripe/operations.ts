import { fromWire } from '../../types/amount-rules.ts';
import { defined } from '../../types/defined.ts';
import type {
  Attempt,
  Call,
  CancelByReferenceResult,
  LookUpResult,
  Operation,
  OperationResult,
} from '../../types/psp.ts';
import { toOperationResult, toUnknown } from '../refusal-reader.ts';
import { wirePart } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { keyOf, type StripeClient } from './client.ts';
import { locateIntent } from './create-payment.ts';
import { type PaymentIntent, parseIntent } from './payment.ts';
import { findRefusedIntent, isForeign, readPayment } from './read-payment.ts';
import { readRefund, refundResult } from './read-refund.ts';
import { isUnknown, readRefusal } from './read-refusal.ts';

/** Captures once, in full or in part; Stripe releases the rest. */
export const capture = async (
  client: StripeClient,
  attempt: Attempt,
  operation: Operation,
  call: Call,
): Promise<OperationResult> => {
  const amount = wirePart(capabilities.amounts, { amount: operation.amount, currency: attempt.currency });
  if (!amount.ok) return { outcome: 'failed', reason: 'not_supported', code: amount.reason };
  const located = await locateIntent(client, attempt, call);
  if (located.kind === 'unlocated') return { outcome: 'unknown', doubt: 'ambiguous_error' };

  const known = { ...attempt, psp_reference: located.id };
  const reply = await client.post(
    `/v1/payment_intents/${encodeURIComponent(located.id)}/capture`,
    { amount_to_capture: amount.value, metadata: { capture: operation.id } },
    keyOf.capture(operation.id),
    located.rest,
  );
  if (reply.kind === 'object') {
    const intent = parseIntent(reply.body);
    return intent === undefined || isForeign(known, intent)
      ? { outcome: 'unknown', doubt: 'unreadable_answer' }
      : readAfterCapture(attempt, operation, intent);
  }
  const refused = findRefusedIntent(known, reply);
  if (refused === undefined) return toOperationResult(readRefusal(reply));
  // Already captured: by this operation, if the intent has its id, or elsewhere.
  return refused.status === 'succeeded' && refused.capture !== operation.id
    ? { outcome: 'failed', reason: 'invalid_request', code: 'succeeded' }
    : readAfterCapture(attempt, operation, refused);
};

const readAfterCapture = (attempt: Attempt, operation: Operation, intent: PaymentIntent): OperationResult => {
  switch (intent.status) {
    case 'succeeded':
      return readCaptured(attempt, operation, intent);
    case 'canceled':
      return { outcome: 'failed', reason: 'invalid_request', code: 'canceled' };
    case 'processing':
      return { outcome: 'pending' };
    default:
      return { outcome: 'unknown', doubt: 'ambiguous_error' };
  }
};

const readCaptured = (
  attempt: Attempt,
  operation: Operation,
  { amount_received = 0, currency, latest_charge }: PaymentIntent,
): OperationResult => {
  const amount = fromWire(capabilities.amounts, amount_received, currency);
  if (!amount) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  if (currency !== attempt.currency || amount > operation.amount)
    return { outcome: 'unknown', doubt: 'amount_mismatch' };
  return {
    outcome: 'succeeded',
    amount,
    ...defined({ psp_reference: latest_charge }),
  };
};

/** Releases the hold. Without an idempotency key: repeating a cancel is harmless, whereas a stored 500 would block it for a day. */
export const cancel = async (
  client: StripeClient,
  attempt: Attempt,
  _: Operation,
  call: Call,
): Promise<OperationResult> => {
  const located = await locateIntent(client, attempt, call);
  if (located.kind === 'unlocated') return { outcome: 'unknown', doubt: 'ambiguous_error' };

  const known = { ...attempt, psp_reference: located.id };
  const path = `/v1/payment_intents/${encodeURIComponent(located.id)}/cancel`;
  const reply = await client.post(path, {}, undefined, located.rest);
  if (reply.kind === 'object') {
    const intent = parseIntent(reply.body);
    if (intent === undefined || isForeign(known, intent))
      return { outcome: 'unknown', doubt: 'unreadable_answer' };
    return intent.status === 'canceled'
      ? readReleased(intent)
      : { outcome: 'unknown', doubt: 'ambiguous_error' };
  }
  const refused = findRefusedIntent(known, reply);
  if (refused === undefined) return toOperationResult(readRefusal(reply));
  if (refused.status === 'canceled') return readReleased(refused);
  return refused.status === 'succeeded' ? takenBefore : { outcome: 'unknown', doubt: 'ambiguous_error' };
};

const takenBefore: OperationResult = { outcome: 'failed', reason: 'invalid_request', code: 'succeeded' };

/** If a part was captured before, only the rest was released: the payment itself shows how much was taken. */
const readReleased = ({ amount_received }: PaymentIntent): OperationResult =>
  amount_received ? takenBefore : { outcome: 'succeeded' };

/** Refunds in full or in part, in total at most the captured amount. */
export const refund = async (
  client: StripeClient,
  attempt: Attempt,
  operation: Operation,
  call: Call,
): Promise<OperationResult> => {
  const amount = wirePart(capabilities.amounts, { amount: operation.amount, currency: attempt.currency });
  if (!amount.ok) return { outcome: 'failed', reason: 'not_supported', code: amount.reason };
  const located = await locateIntent(client, attempt, call);
  if (located.kind === 'unlocated') return { outcome: 'unknown', doubt: 'ambiguous_error' };

  const reply = await client.post(
    '/v1/refunds',
    {
      payment_intent: located.id,
      amount: amount.value,
      reason: operation.reason,
      metadata: { refund: operation.id, charge: attempt.reference },
    },
    keyOf.refund(operation.id),
    located.rest,
  );
  return reply.kind === 'object'
    ? refundResult(attempt, operation, readRefund(reply.body))
    : toOperationResult(readRefusal(reply));
};

/**
 * Cancels the attempt's intent: no confirm takes money after that, and a hold is released. Without an idempotency key: repeating a cancel is
 * harmless, whereas a stored 500 would block it for a day.
 */
export const cancelByReference = async (
  client: StripeClient,
  attempt: Attempt,
  call: Call,
): Promise<CancelByReferenceResult> => {
  const located = await locateIntent(client, attempt, call);
  if (located.kind === 'unlocated')
    return located.result.outcome === 'absent' ? { outcome: 'canceled' } : located.result;

  const { id, rest } = located;
  const path = `/v1/payment_intents/${encodeURIComponent(id)}/cancel`;
  const reply = await client.post(path, { cancellation_reason: 'abandoned' }, undefined, rest);
  const known = { ...attempt, psp_reference: id };
  const intent = reply.kind === 'object' ? parseIntent(reply.body) : findRefusedIntent(known, reply);
  if (intent !== undefined) return readAfterCancel(readPayment(known, intent), id);
  return reply.kind === 'object'
    ? { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference: id }
    : { ...toUnknown(readRefusal(reply)), psp_reference: id };
};

/** `canceled`, or paid after all. In any other state that a cancel leaves, the intent can still take money: even a decline is not its end. */
const readAfterCancel = (
  result: Exclude<LookUpResult, { outcome: 'absent' }>,
  psp_reference: string,
): CancelByReferenceResult => {
  if (result.outcome === 'canceled' || result.outcome === 'captured' || result.outcome === 'approved')
    return result;
  if (isUnknown(result)) return result;
  return { outcome: 'unknown', doubt: 'ambiguous_error', psp_reference };
};
