import type { Money } from '../../types/money.ts';
import type { Decline } from '../../types/outcome.ts';
import type { Attempt, Call, OperationAnswer, RefundFact, RefundsFound, Unknown } from '../../types/psp.ts';
import { at, listAt, textAt } from '../json.ts';
import { readReference } from '../reference.ts';
import type { SquareConnection } from './connection.ts';
import { moneyAt } from './money.ts';
import { answerOf, undecided } from './replies.ts';

/**
 * The refunds whose ids the payment lists, in parallel: Square's list of refunds knows no payment. Beyond the newest twenty, or if one cannot be
 * read, the list is not whole.
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
    ...(reason === undefined ? {} : { reason }),
  };
};

/** A PaymentRefund. `payment`: Square's id of it; `charge` and `operation`: our ids, if it carries them. */
export type Refund = {
  readonly id: string;
  readonly status: RefundFact['status'];
  /** The status in Square's own word, and what it means if the refund has failed. */
  readonly code: string;
  readonly reason?: Decline;
  readonly money: Money;
  readonly payment?: string;
  readonly charge?: string;
  readonly operation?: string;
};

/** The refund in an answer or event, or undefined if it is incomplete. */
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
    ...(payment === undefined ? {} : { payment }),
    ...readReference(textAt(refund, 'reason')),
  };
};

/** A refund as the answer to the operation that made it. */
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
