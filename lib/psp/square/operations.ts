import { defined } from '../../types/defined.ts';
import type { Money } from '../../types/money.ts';
import type { Decline } from '../../types/outcome.ts';
import type {
  Attempt,
  Call,
  Operation,
  OperationAnswer,
  RefundFact,
  RefundsFound,
  Unknown,
} from '../../types/psp.ts';
import { at, listAt, textAt } from '../json.ts';
import { operationRefused } from '../operation-refused.ts';
import { readReference, writeReference } from '../reference.ts';
import { wirePart } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { answerOf, readRefusal, type SquareConnection, undecided } from './connection.ts';
import { moneyAt, readPayment } from './payment.ts';

type Operate = (
  connection: SquareConnection,
  attempt: Attempt,
  operation: Operation,
  call: Call,
) => Promise<OperationAnswer>;

/**
 * Captures everything held: Square completes a payment as a whole. Completions contain no id of ours, so if one is refused because the payment was
 * already completed, it has failed, whoever completed the payment: the payment itself shows how much was captured.
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

/** Releases the hold. Cancellations have no idempotency key: a repeat finds the payment canceled or expired, which counts as success. */
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

/**
 * `POST /v2/refunds`. A refund has no merchant reference. Its reason, which every event repeats, contains both our ids, followed by the merchant's
 * own reason.
 */
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

/**
 * Reads the refunds whose ids the payment lists, in parallel: Square cannot list refunds by payment. With more than the newest twenty, or if one
 * cannot be read, the list is not complete.
 */
export const lookUpRefunds = async (
  connection: SquareConnection,
  attempt: Attempt,
  { timeout_ms }: Call,
): Promise<RefundsFound | Unknown> => {
  const { psp_reference } = attempt;
  if (!psp_reference) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const half_ms = Math.floor(timeout_ms / 2);
  const reply = await connection.get(`/v2/payments/${encodeURIComponent(psp_reference)}`, half_ms);
  const json = answerOf(reply);
  if (json === undefined) return undecided(reply);
  if (textAt(json, 'payment', 'id') !== psp_reference)
    return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const ids = listAt(json, 'payment', 'refund_ids') ?? [];
  const found = await Promise.all(
    ids.slice(-most).map((id) => getRefund(connection, attempt, textAt(id) ?? '', timeout_ms - half_ms)),
  );
  const refunds = found.filter((refund) => refund !== undefined);
  return { outcome: 'found', refunds, complete: refunds.length === ids.length };
};

const most = 20;

/** `GET /v2/refunds/{id}`. */
const getRefund = async (
  connection: SquareConnection,
  attempt: Attempt,
  id: string,
  timeout_ms: number,
): Promise<RefundFact | undefined> => {
  const reply = await connection.get(`/v2/refunds/${encodeURIComponent(id)}`, timeout_ms);
  const refund = readRefund(at(answerOf(reply), 'refund'));
  if (refund?.money.currency !== attempt.currency) return undefined;
  const { status, charge, operation, reason } = refund;
  return {
    psp_reference: refund.id,
    amount: refund.money.amount,
    status,
    ...(charge === attempt.reference && operation !== undefined && { operation }),
    ...defined({ reason }),
  };
};

/** A PaymentRefund. `payment`: Square's payment id; `charge` and `operation`: our ids, if it has them. */
export type Refund = {
  readonly id: string;
  readonly status: RefundFact['status'];
  /** Square's own status, and why the refund failed, if it did. */
  readonly code: string;
  readonly reason?: Decline;
  readonly money: Money;
  readonly payment?: string;
  readonly charge?: string;
  readonly operation?: string;
};

/** The refund in a response or event, or undefined if it is incomplete. */
export const readRefund = (refund: unknown): Refund | undefined => {
  const id = textAt(refund, 'id');
  const code = textAt(refund, 'status') ?? '';
  const state = Object.hasOwn(states, code) ? states[code] : undefined;
  const money = moneyAt(refund, 'amount_money');
  const payment = textAt(refund, 'payment_id');
  if (id === undefined || state === undefined || money === undefined) return undefined;
  return {
    id,
    code,
    money,
    ...state,
    ...defined({ payment }),
    ...readReference(textAt(refund, 'reason')),
  };
};

/** A refund as the result of the operation that made it. */
export const refundAnswer = ({ id, status, code, reason, money }: Refund): OperationAnswer => {
  switch (status) {
    case 'succeeded':
      return { outcome: 'succeeded', psp_reference: id, amount: money.amount };
    case 'pending':
      return { outcome: 'pending', psp_reference: id };
    case 'failed':
      return { outcome: 'failed', reason: reason ?? 'unmapped', code };
    default:
      return status satisfies never;
  }
};

const states: Readonly<Record<string, Pick<Refund, 'status' | 'reason'>>> = {
  COMPLETED: { status: 'succeeded' },
  PENDING: { status: 'pending' },
  REJECTED: { status: 'failed', reason: 'do_not_honor' },
  FAILED: { status: 'failed', reason: 'processor_error' },
};
