import type { Money } from '../../types/money.ts';
import type { Attempt, OperationResult, RefundFact } from '../../types/psp.ts';
import { at, findEntry, textAt } from '../json.ts';
import { readReference } from '../reference.ts';
import { readIsoMoney } from './money.ts';
import type { Order } from './payment.ts';

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
  const status = findEntry(statuses, code);
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
 * All refunds that an order lists and that we can read; one without our ids was made elsewhere. `amount_refunded`: what they have returned, with one
 * whose status we do not know; undefined if an amount cannot be read, or the sum is less than the order's captures say. `complete`: all are read.
 */
export const orderRefunds = (
  attempt: Attempt,
  { captures, refunds: listed }: Order,
): {
  readonly refunds: readonly RefundFact[];
  readonly amount_refunded: number | undefined;
  readonly complete: boolean;
} => {
  const refunds = listed.flatMap((refund) => refundFact(attempt, refund) ?? []);
  const returned = listed.map((refund) => readReturned(attempt, refund));
  const sum = returned.reduce<number>((total, amount) => total + (amount ?? 0), 0);
  const given_back = captures.reduce((total, capture) => total + capture.given_back, 0);
  const isKnown = !returned.includes(undefined) && sum >= given_back;
  return {
    refunds,
    amount_refunded: isKnown ? sum : undefined,
    complete: isKnown && refunds.length === listed.length,
  };
};

/** Minor units; undefined if it cannot be read. */
const readReturned = (attempt: Attempt, json: unknown): number | undefined => {
  const status = findEntry(statuses, textAt(json, 'status')) ?? 'succeeded';
  const money = readIsoMoney(at(json, 'amount'));
  if (money?.currency !== attempt.currency) return undefined;
  return status === 'succeeded' ? money.amount : 0;
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
