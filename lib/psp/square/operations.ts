import type {
  Attempt,
  Call,
  CancelByReferenceResult,
  LookUpResult,
  Operation,
  OperationResult,
} from '../../types/psp.ts';
import { at } from '../json.ts';
import { writeReference } from '../reference.ts';
import { toOperationResult, toUnknown } from '../refusal-reader.ts';
import { splitCall } from '../split-call.ts';
import { wirePart } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { readSuccess, type SquareClient } from './client.ts';
import { lookUp } from './look-up.ts';
import { readPayment } from './read-payment.ts';
import { readRefund, refundResult } from './read-refund.ts';
import { readRefusal } from './read-refusal.ts';

type Operate = (
  client: SquareClient,
  attempt: Attempt,
  operation: Operation,
  call: Call,
) => Promise<OperationResult>;

/**
 * Captures everything held: Square completes a payment as a whole. Completions contain no id of ours, so if one is refused because the payment was
 * already completed, it has failed, whoever completed the payment: the payment itself shows how much was captured.
 */
export const capture: Operate = async (client, attempt, operation, call) => {
  if (operation.amount !== attempt.amount)
    return { outcome: 'failed', reason: 'not_supported', code: 'partial_capture_not_supported' };
  const { psp_reference } = attempt;
  if (!psp_reference) return withoutPayment;
  const path = `/v2/payments/${encodeURIComponent(psp_reference)}/complete`;
  const reply = await client.post(path, {}, call);
  const json = readSuccess(reply);
  if (json === undefined) return toOperationResult(readRefusal(reply));
  const result = readPayment(attempt, at(json, 'payment'));
  return result.outcome === 'captured'
    ? { outcome: 'succeeded', amount: result.amount_captured }
    : { outcome: 'unknown', doubt: 'doubt' in result ? result.doubt : 'ambiguous_error' };
};

/** Releases the hold. Cancellations have no idempotency key: a repeat finds the payment canceled or expired, which counts as success. */
export const cancel: Operate = async (client, attempt, _, call) => {
  const { psp_reference } = attempt;
  if (!psp_reference) return withoutPayment;
  const path = `/v2/payments/${encodeURIComponent(psp_reference)}/cancel`;
  const reply = await client.post(path, undefined, call);
  const json = readSuccess(reply);
  if (json === undefined) {
    const refused = toOperationResult(readRefusal(reply));
    return refused.outcome === 'failed' && endedBefore.includes(refused.code ?? '')
      ? { outcome: 'succeeded' }
      : refused;
  }
  const result = readPayment(attempt, at(json, 'payment'));
  return result.outcome === 'canceled'
    ? { outcome: 'succeeded' }
    : { outcome: 'unknown', doubt: 'doubt' in result ? result.doubt : 'ambiguous_error' };
};

/**
 * `POST /v2/refunds`. A refund has no merchant reference. Its reason, which every event repeats, contains both our ids, followed by the merchant's
 * own reason.
 */
export const refund: Operate = async (client, attempt, operation, call) => {
  const { psp_reference } = attempt;
  const wire = wirePart(capabilities.amounts, { amount: operation.amount, currency: attempt.currency });
  if (!wire.ok) return { outcome: 'failed', reason: 'not_supported', code: wire.reason };
  if (!psp_reference) return withoutPayment;
  const body = {
    idempotency_key: `${operation.id}-refund`,
    payment_id: psp_reference,
    amount_money: { amount: wire.value, currency: attempt.currency.toUpperCase() },
    reason: [writeReference(attempt.reference, operation.id), operation.reason].filter(Boolean).join('.'),
  };
  const reply = await client.post('/v2/refunds', body, call);
  const json = readSuccess(reply);
  if (json === undefined) return toOperationResult(readRefusal(reply));
  const made = readRefund(at(json, 'refund'));
  if (made?.operation !== operation.id) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  return made.money.amount <= operation.amount && made.money.currency === attempt.currency
    ? refundResult(made)
    : { outcome: 'unknown', doubt: 'amount_mismatch' };
};

/**
 * `POST /v2/payments/cancel`: cancels the payment made under the attempt's key. The response is the same if there is no payment, or none that can
 * still be canceled, so the payment is looked up afterwards. It does not block a payment that arrives later, so use it only after the attempt's last
 * call; any money that still appears is returned.
 */
export const cancelByReference = async (
  client: SquareClient,
  attempt: Attempt,
  call: Call,
): Promise<CancelByReferenceResult> => {
  const { first, rest } = splitCall(call, 3);
  const body = { idempotency_key: attempt.reference };
  const reply = await client.post('/v2/payments/cancel', body, first);
  const refused = reply.kind === 'answered' && [400, 404, 409].includes(reply.status);
  if (readSuccess(reply) === undefined && !refused) return toUnknown(readRefusal(reply));
  return readAfterCancel(await lookUp(client, attempt, rest));
};

/** `canceled`, or the payment's current state. Finding no payment proves nothing here: it may still arrive, or not be listed yet. */
const readAfterCancel = (found: LookUpResult): CancelByReferenceResult => {
  switch (found.outcome) {
    case 'absent':
      return { outcome: 'unknown', doubt: 'pending' };
    case 'approved':
    case 'requires_action':
      return { outcome: 'unknown', doubt: 'ambiguous_error', psp_reference: found.psp_reference };
    default:
      return found;
  }
};

const withoutPayment: OperationResult = {
  outcome: 'failed',
  reason: 'invalid_request',
  code: 'psp_reference_missing',
};

const endedBefore: readonly string[] = ['DELAYED_TRANSACTION_CANCELED', 'DELAYED_TRANSACTION_EXPIRED'];
