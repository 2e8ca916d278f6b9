import type { Attempt, Declined, LookUpAnswer, Unknown } from '../../types/psp.ts';
import { echoesAmount } from '../echoes-amount.ts';
import { at, textAt } from '../json.ts';
import { capabilities } from './capabilities.ts';
import { readMoney } from './money.ts';
import type { Order } from './order.ts';
import { readDeclined } from './read-declined.ts';

/**
 * What an order says about this attempt, once it is certain that it is this attempt's and tells the amount that was asked for. `absent`: no
 * payment was made of it.
 */
export const orderAnswer = (attempt: Attempt, order: Order): LookUpAnswer => {
  if (isForeign(attempt, order)) return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const psp_reference = order.id;
  const payment = paymentOf(attempt, order);
  if (payment === undefined) return withoutPayment(order);
  const answer = readPayment(payment);
  return answer.outcome !== 'canceled' && !tells(attempt, at(payment, 'amount'))
    ? { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference }
    : { ...answer, psp_reference };
};

/** The order of another attempt: by the id known before, or by the charge id written on it. */
export const isForeign = (attempt: Attempt, order: Order): boolean =>
  (attempt.psp_reference !== undefined && attempt.psp_reference !== order.id) ||
  (order.charge !== undefined && order.charge !== attempt.reference);

export const tells = (attempt: Attempt, written: unknown): boolean => {
  const money = readMoney(written);
  return echoesAmount(capabilities.amounts, attempt, money?.value, money?.currency);
};

/** The attempt's authorisation or capture. Of several captures one that stands counts before those that were declined. */
const paymentOf = (attempt: Attempt, order: Order): unknown =>
  attempt.capture_method === 'manual'
    ? order.authorizations[0]
    : (order.captures.find((capture) => !isRefused(capture)) ?? order.captures.at(-1));

export const isRefused = (capture: unknown): boolean =>
  ['DECLINED', 'FAILED'].includes(textAt(capture, 'status') ?? '');

type Read = { readonly outcome: 'approved' | 'captured' | 'canceled' } | Declined | Unknown;

/** The statuses of captures and of authorisations, which mean the same wherever they share a name. */
const readPayment = (payment: unknown): Read => {
  switch (at(payment, 'status')) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
    case 'CAPTURED':
    case 'PARTIALLY_CAPTURED':
      return { outcome: 'captured' };
    case 'CREATED':
      return { outcome: 'approved' };
    case 'VOIDED':
      return { outcome: 'canceled' };
    case 'PENDING':
      return { outcome: 'unknown', doubt: 'pending' };
    case 'DECLINED':
    case 'FAILED':
    case 'DENIED':
      return readDeclined(payment);
    default:
      return { outcome: 'unknown', doubt: 'unreadable_answer' };
  }
};

const withoutPayment = ({ id: psp_reference, status, redirect_url }: Order): LookUpAnswer => {
  switch (status) {
    case 'PAYER_ACTION_REQUIRED':
      return redirect_url === undefined
        ? { outcome: 'unknown', doubt: 'pending', psp_reference }
        : { outcome: 'requires_action', redirect_url, psp_reference };
    case 'VOIDED':
      return { outcome: 'canceled', psp_reference };
    case 'COMPLETED':
      return { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference };
    case 'CREATED':
    case 'SAVED':
    case 'APPROVED':
      return { outcome: 'absent' };
    default:
      return status satisfies never;
  }
};
