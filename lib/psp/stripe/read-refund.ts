import { defined } from '../../types/defined.ts';
import type { Money } from '../../types/money.ts';
import type { Decline } from '../../types/outcome.ts';
import type { Attempt, Operation, OperationResult, RefundFact } from '../../types/psp.ts';
import { at, codeAt, findEntry, integerAt, textAt } from '../json.ts';
import { isChargeId } from '../reference.ts';
import { moneyFromWire } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { refundFailures } from './outcomes.ts';

/**
 * The fields of a Refund that this adapter reads. `reference` and `operation` are our charge id and our refund id: a refund made elsewhere has
 * neither.
 */
export type StripeRefund = {
  readonly id: string;
  readonly status: RefundFact['status'];
  readonly money: Money;
  readonly code: string | undefined;
  readonly payment: string | undefined;
  readonly reference: string | undefined;
  readonly operation: string | undefined;
};

/** The refund in Stripe's JSON, or undefined if it is incomplete. */
export const readRefund = (value: unknown): StripeRefund | undefined => {
  const id = textAt(value, 'id');
  const status = findEntry(statuses, textAt(value, 'status'));
  const money = moneyFromWire(capabilities.amounts, integerAt(value, 'amount'), textAt(value, 'currency'));
  if (at(value, 'object') !== 'refund') return undefined;
  if (id === undefined || status === undefined || money === undefined) return undefined;
  return {
    id,
    status,
    money,
    code: codeAt(value, 'failure_reason'),
    payment: textAt(value, 'payment_intent'),
    reference: chargeIn(value),
    operation: textAt(value, 'metadata', 'refund'),
  };
};

/** Our charge id on a refund, if it is one of ours. */
export const chargeIn = (refund: unknown): string | undefined => {
  const charge = textAt(refund, 'metadata', 'charge');
  return isChargeId(charge) ? charge : undefined;
};

/** Older versions of Stripe's API report the release of a hold, or of the rest of one, as a refund: no money goes back. */
export const isRelease = (refund: unknown): boolean => releases.has(textAt(refund, 'reason') ?? '');

const releases: ReadonlySet<string> = new Set(['expired_uncaptured_charge', 'partial_capture']);

const statuses: Readonly<Record<string, RefundFact['status']>> = {
  succeeded: 'succeeded',
  pending: 'pending',
  requires_action: 'pending',
  failed: 'failed',
  canceled: 'failed',
};

/** The result of a refund, once the response is certainly about this refund and this amount. */
export const refundResult = (
  attempt: Attempt,
  operation: Operation,
  refund: StripeRefund | undefined,
): OperationResult => {
  if (refund?.operation !== operation.id) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  return refund.money.amount === operation.amount && refund.money.currency === attempt.currency
    ? describeRefund(refund)
    : { outcome: 'unknown', doubt: 'amount_mismatch' };
};

export const describeRefund = (refund: StripeRefund): OperationResult => {
  const { id: psp_reference, money } = refund;
  switch (refund.status) {
    case 'succeeded':
      return { outcome: 'succeeded', psp_reference, amount: money.amount };
    case 'pending':
      return { outcome: 'pending', psp_reference };
    case 'failed':
      return { outcome: 'failed', ...failureOf(refund) };
    default:
      return refund.status satisfies never;
  }
};

/** The refund as an entry of the payment's refunds. */
export const refundFact = (refund: StripeRefund): RefundFact => ({
  psp_reference: refund.id,
  amount: refund.money.amount,
  status: refund.status,
  ...defined({ operation: refund.operation }),
  ...(refund.status === 'failed' ? { reason: failureOf(refund).reason } : {}),
});

const failureOf = ({ code }: StripeRefund): { readonly reason: Decline; readonly code?: string } => ({
  reason: findEntry(refundFailures, code) ?? 'unmapped',
  ...defined({ code }),
});
