import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import { at } from '../json.ts';
import { operationRefused } from '../operation-refused.ts';
import { writeReference } from '../reference.ts';
import { wirePart } from '../wire-part.ts';
import { capabilities } from './capabilities.ts';
import type { SquareConnection } from './connection.ts';
import { readPayment } from './payment.ts';
import { readRefund, refundAnswer } from './refunds.ts';
import { answerOf, readRefusal } from './replies.ts';

type Operate = (
  connection: SquareConnection,
  attempt: Attempt,
  operation: Operation,
  call: Call,
) => Promise<OperationAnswer>;

/**
 * Takes everything held: Square completes a payment as a whole. Completions carry no id of ours, so one refused because the payment was already
 * completed has failed, no matter who completed it: the payment itself says what was taken.
 */
export const capture: Operate = async (connection, attempt, operation, { timeout_ms }) => {
  if (operation.amount !== attempt.amount)
    return { outcome: 'failed', reason: 'not_supported', code: 'partial_capture_not_supported' };
  const { psp_reference } = attempt;
  if (!psp_reference) return withoutPayment;
  const path = `/v2/payments/${encodeURIComponent(psp_reference)}/complete`;
  const reply = await connection.post(path, {}, timeout_ms);
  const json = answerOf(reply);
  if (json === undefined) return operationRefused(readRefusal(reply));
  const answer = readPayment(attempt, at(json, 'payment'));
  return answer.outcome === 'captured'
    ? { outcome: 'succeeded', amount: answer.amount_captured }
    : { outcome: 'unknown', doubt: 'doubt' in answer ? answer.doubt : 'ambiguous_error' };
};

/** Releases what is held. Cancellations take no key: a repeat finds it canceled, or lapsed, which counts as success. */
export const cancel: Operate = async (connection, attempt, _, { timeout_ms }) => {
  const { psp_reference } = attempt;
  if (!psp_reference) return withoutPayment;
  const path = `/v2/payments/${encodeURIComponent(psp_reference)}/cancel`;
  const reply = await connection.post(path, undefined, timeout_ms);
  const json = answerOf(reply);
  if (json === undefined) {
    const refused = operationRefused(readRefusal(reply));
    return refused.outcome === 'failed' && endedBefore.includes(refused.code ?? '')
      ? { outcome: 'succeeded' }
      : refused;
  }
  const answer = readPayment(attempt, at(json, 'payment'));
  return answer.outcome === 'canceled'
    ? { outcome: 'succeeded' }
    : { outcome: 'unknown', doubt: 'doubt' in answer ? answer.doubt : 'ambiguous_error' };
};

/** `POST /v2/refunds`. A refund has no merchant reference: its reason, which every event repeats, holds both our ids, and after them the
 * merchant's own reason. */
export const refund: Operate = async (connection, attempt, operation, { timeout_ms }) => {
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
  const reply = await connection.post('/v2/refunds', body, timeout_ms);
  const json = answerOf(reply);
  if (json === undefined) return operationRefused(readRefusal(reply));
  const made = readRefund(at(json, 'refund'));
  if (made?.operation !== operation.id) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  return made.money.amount <= operation.amount && made.money.currency === attempt.currency
    ? refundAnswer(made)
    : { outcome: 'unknown', doubt: 'amount_mismatch' };
};

const withoutPayment: OperationAnswer = {
  outcome: 'failed',
  reason: 'invalid_request',
  code: 'psp_reference_missing',
};

const endedBefore: readonly string[] = ['DELAYED_TRANSACTION_CANCELED', 'DELAYED_TRANSACTION_EXPIRED'];
