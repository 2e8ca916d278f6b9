import { defined } from '../../types/defined.ts';
import type { Attempt, Canceled, LookUpResult, Unknown } from '../../types/psp.ts';
import { at, textAt } from '../json.ts';
import { unixSeconds } from '../utc-time.ts';
import { authorizationOf, isAmountOf, isForeign, type Order } from './payment.ts';
import { orderRefunds } from './read-refund.ts';
import { readDeclined } from './read-refusal.ts';

/**
 * The state of this attempt according to the order, once the order is certainly this attempt's: how much its captures took, otherwise the state of
 * its hold. `absent`: it was never paid.
 */
export const readPayment = (attempt: Attempt, order: Order): LookUpResult => {
  const { id: psp_reference, captures } = order;
  if (isForeign(attempt, order)) return unreadable;
  if (captures.some(({ state }) => state === 'unreadable')) return { ...unreadable, psp_reference };
  if (captures.some(({ state }) => state === 'taken')) return readCaptured(attempt, order);
  const result = attempt.capture_method === 'manual' ? readHold(attempt, order) : readUnpaid(order);
  return result === undefined ? readStatus(order) : { ...result, psp_reference, ...order.particulars };
};

/** How a hold ended: PayPal reports an expired hold as voided, too. */
export const endOfHold = (authorization: unknown): NonNullable<Canceled['hold']> => {
  const expires = unixSeconds(textAt(authorization, 'expiration_time'));
  const changed = unixSeconds(textAt(authorization, 'update_time'));
  const lapsed = expires !== undefined && changed !== undefined && changed >= expires;
  return lapsed || textAt(authorization, 'status') === 'EXPIRED' ? 'expired' : 'voided';
};

const unreadable: Unknown = { outcome: 'unknown', doubt: 'unreadable_answer' };
const mismatch: Unknown = { outcome: 'unknown', doubt: 'amount_mismatch' };
const pending: Unknown = { outcome: 'unknown', doubt: 'pending' };

const readCaptured = (attempt: Attempt, order: Order): LookUpResult => {
  const { id: psp_reference } = order;
  const taken = order.captures.filter(({ state }) => state === 'taken').map(({ money }) => money);
  if (taken.includes(undefined)) return { ...unreadable, psp_reference };
  const amount_captured = taken.reduce((sum, money) => sum + (money?.amount ?? 0), 0);
  if (amount_captured > attempt.amount || taken.some((money) => money?.currency !== attempt.currency))
    return { ...mismatch, psp_reference };
  const { amount_refunded } = orderRefunds(attempt, order);
  return {
    outcome: 'captured',
    psp_reference,
    amount_captured,
    ...defined({ amount_refunded }),
    ...order.particulars,
  };
};

/** The hold of a manual capture with nothing captured yet; undefined if there is none. */
const readHold = (attempt: Attempt, order: Order) => {
  const authorization = authorizationOf(order);
  const under_way = order.captures.some(({ state }) => state === 'pending');
  switch (textAt(authorization, 'status')) {
    case 'CREATED':
    case 'CAPTURED':
    case 'PARTIALLY_CAPTURED':
      if (!isAmountOf(attempt, at(authorization, 'amount'))) return mismatch;
      if (under_way) return { outcome: 'approved', in_progress: true } as const;
      // An authorisation without its capture shows no captured amount.
      return textAt(authorization, 'status') === 'CREATED' ? ({ outcome: 'approved' } as const) : unreadable;
    case 'VOIDED':
    case 'EXPIRED':
      return under_way ? pending : ({ outcome: 'canceled', hold: endOfHold(authorization) } as const);
    case 'PENDING':
      return pending;
    case 'DENIED':
      return readDeclined(authorization, brandOf(order));
    default:
      return authorization === undefined ? undefined : unreadable;
  }
};

/** The result of an automatic capture whose captures took nothing; undefined if there are none. */
const readUnpaid = (order: Order) => {
  const { captures } = order;
  const last = captures.at(-1);
  if (last === undefined) return undefined;
  return captures.some(({ state }) => state === 'pending')
    ? pending
    : readDeclined(last.json, brandOf(order));
};

const brandOf = ({ particulars: { particulars } }: Order) => particulars?.card?.brand;

const readStatus = ({ id: psp_reference, status, redirect_url }: Order): LookUpResult => {
  switch (status) {
    case 'PAYER_ACTION_REQUIRED':
      return redirect_url === undefined
        ? { ...pending, psp_reference }
        : { outcome: 'requires_action', redirect_url, psp_reference };
    case 'VOIDED':
      return { outcome: 'canceled', psp_reference };
    case 'COMPLETED':
      return { ...unreadable, psp_reference };
    case 'CREATED':
    case 'SAVED':
    case 'APPROVED':
      return { outcome: 'absent' };
    default:
      return status satisfies never;
  }
};
