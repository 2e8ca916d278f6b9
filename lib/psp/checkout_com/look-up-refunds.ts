import { fromWire } from '../../types/amount-rules.ts';
import type { Attempt, Call, RefundFact, RefundsFound, Unknown } from '../../types/psp.ts';
import { capabilities } from './capabilities.ts';
import type { CheckoutComConnection } from './connection.ts';
import { getPayment, type Payment } from './payment.ts';
import { getActions, type PaymentAction } from './payment-actions.ts';

/** The refunds among the payment's actions, newest first. */
export const lookUpRefunds = async (
  connection: CheckoutComConnection,
  attempt: Attempt,
  { timeout_ms }: Call,
): Promise<RefundsFound | Unknown> => {
  const id = attempt.psp_reference;
  if (id === undefined) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const [payment, told] = await Promise.all([
    getPayment(connection, id, timeout_ms),
    getActions(connection, id, timeout_ms),
  ]);
  if ('trouble' in told) return told.trouble;
  const actions = told.actions.filter(({ type }) => type === 'Refund');
  const refunds = actions.map((action) => refundFact(action, attempt.currency));
  return refunds.every((refund) => refund !== undefined)
    ? { outcome: 'found', refunds, complete: 'payment' in payment && isWhole(payment.payment, actions) }
    : { outcome: 'unknown', doubt: 'unreadable_answer' };
};

const refundFact = (action: PaymentAction, currency: string): RefundFact | undefined => {
  const { id: psp_reference, approved, operation, decline } = action;
  const amount =
    action.amount === undefined ? undefined : fromWire(capabilities.amounts, action.amount, currency);
  if (amount === undefined) return undefined;
  const ours = operation === undefined ? {} : { operation };
  if (approved === undefined) return { psp_reference, ...ours, amount, status: 'pending' };
  return approved
    ? { psp_reference, ...ours, amount, status: 'succeeded' }
    : { psp_reference, ...ours, amount, status: 'failed', reason: decline.outcome };
};

/**
 * Nothing says that a merely accepted refund is among the actions already, but its amount can no longer be refunded: the list is whole if it accounts
 * for everything missing.
 */
const isWhole = ({ captured, available_to_refund }: Payment, actions: readonly PaymentAction[]): boolean => {
  const listed = actions
    .filter(({ approved }) => approved !== false)
    .reduce((sum, { amount = 0 }) => sum + amount, 0);
  return (
    captured !== undefined && available_to_refund !== undefined && captured - available_to_refund === listed
  );
};
