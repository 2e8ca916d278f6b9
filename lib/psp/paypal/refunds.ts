import type { Money } from '../../types/money.ts';
import type { Attempt, OperationResult, RefundFact } from '../../types/psp.ts';
import { at, lookedUp, textAt } from '../json.ts';
import { readReference } from '../reference.ts';
import { readIsoMoney } from './money.ts';
import type { Order } from './order.ts';

/** A refund as PayPal reports it. `charge` and `operation`: our ids, if it has them. */
export type Refund = {
  readonly id: string;
  readonly status: RefundFact['status'];
  /** PayPal's own status. */
  readonly code: string;
  readonly money: Money;
  readonly charge?: string;
  readonly operation?: string;
};

/** The refund in a response or event, or undefined if it is incomplete. */
export const readRefund = (json: unknown): Refund | undefined => {
  const id = textAt(json, 'id');
  const code = textAt(json, 'status') ?? '';
  const status = lookedUp(statuses, code);
  const money = readIsoMoney(at(json, 'amount'));
  return id === undefined || status === undefined || money === undefined
    ? undefined
    : { id, status, code, money, ...readReference(textAt(json, 'custom_id')) };
};

/** A refund as the result of the operation that made it. */
export const refundResult = ({ id, status, money, code }: Refund): OperationResult => {
  switch (status) {
    case 'succeeded':
      return { outcome: 'succeeded', psp_reference: id, amount: money.amount };
    case 'pending':
      return { outcome: 'pending', psp_reference: id };
    case 'failed':
      return { outcome: 'failed', reason: 'processor_error', code };
    default:
      return status satisfies never;
  }
};

/**
 * All refunds that an order lists; one without our ids was made elsewhere. `complete`: all of them are readable, and their sum matches the refunded
 * amount on the order's captures.
 */
export const orderRefunds = (
  attempt: Attempt,
  { captures, refunds: listed }: Order,
): {
  readonly refunds: readonly RefundFact[];
  readonly amount_refunded: number;
  readonly complete: boolean;
} => {
  const refunds = listed.flatMap((refund) => refundFact(attempt, refund) ?? []);
  const amount_refunded = refunds.reduce(
    (sum, { status, amount }) => sum + (status === 'succeeded' ? amount : 0),
    0,
  );
  const given_back = captures.reduce((sum, capture) => sum + capture.given_back, 0);
  return {
    refunds,
    amount_refunded,
    complete: refunds.length === listed.length && amount_refunded >= given_back,
  };
};

const refundFact = (attempt: Attempt, json: unknown): RefundFact | undefined => {
  const refund = readRefund(json);
  if (refund === undefined || refund.money.currency !== attempt.currency) return undefined;
  const { id: psp_reference, status, charge, operation } = refund;
  return {
    psp_reference,
    amount: refund.money.amount,
    status,
    ...(charge === attempt.reference && operation !== undefined && { operation }),
    ...(status === 'failed' && { reason: 'processor_error' }),
  };
};

const statuses: Readonly<Record<string, RefundFact['status']>> = {
  COMPLETED: 'succeeded',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'failed',
};
