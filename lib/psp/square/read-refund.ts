import type { Money } from '../../types/money.ts';
import type { Decline } from '../../types/outcome.ts';
import type { OperationResult, RefundFact } from '../../types/psp.ts';
import { findEntry, textAt } from '../json.ts';
import { readReference } from '../reference.ts';
import { moneyAt } from './read-payment.ts';

/** A PaymentRefund. `charge` and `operation`: our ids, if it has them. */
export type Refund = {
  readonly id: string;
  readonly status: RefundFact['status'];
  /** Square's own status, and why the refund failed, if it did. */
  readonly code: string;
  readonly reason?: Decline;
  readonly money: Money;
  readonly charge?: string;
  readonly operation?: string;
};

/** The refund in a response or event, or undefined if it is incomplete. */
export const readRefund = (refund: unknown): Refund | undefined => {
  const id = textAt(refund, 'id');
  const code = textAt(refund, 'status') ?? '';
  const state = findEntry(states, code);
  const money = moneyAt(refund, 'amount_money');
  if (id === undefined || state === undefined || money === undefined) return undefined;
  return {
    id,
    code,
    money,
    ...state,
    ...readReference(textAt(refund, 'reason')),
  };
};

/** A refund as the result of the operation that made it. */
export const refundResult = ({ id, status, code, reason, money }: Refund): OperationResult => {
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
