import type { Money } from '../../lib/types/money.ts';
import type { Attempt } from '../../lib/types/psp.ts';

export const squareIds = {
  location: 'L88917AVBK2S5',
  payment: 'R2B3Z8WMVt3EAmzYWLZvz7Y69EbZY',
  refund: 'R2B3Z8WMVt3EAmzYWLZvz7Y69EbZY_KlWP8IC1557ddwc9QWTKrCVU6m0JXDz15R2Qym5eQfR',
};

/** Square's `Money`: the currency's smallest unit. */
export const squareMoney = ({ amount, currency }: Money) => ({ amount, currency: currency.toUpperCase() });

/** A Payment of ours in the state given. */
export const squarePayment = (
  attempt: Attempt,
  echo: Money,
  state: { readonly status: string; readonly [field: string]: unknown },
) => ({
  id: squareIds.payment,
  created_at: new Date(attempt.started).toISOString(),
  amount_money: squareMoney(echo),
  total_money: squareMoney(echo),
  source_type: 'CARD',
  location_id: squareIds.location,
  reference_id: attempt.reference,
  ...state,
});

/** A PaymentRefund of ours. */
export const squareRefund = (attempt: Attempt, operation: string, echo: Money, status: string) => ({
  id: squareIds.refund,
  status,
  amount_money: squareMoney(echo),
  payment_id: squareIds.payment,
  location_id: squareIds.location,
  reason: `${attempt.reference}.${operation}`,
});

export const squareError = (code: string) => ({ category: 'PAYMENT_METHOD_ERROR', code });
