import { exponentOf } from '../../lib/types/currency.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Attempt } from '../../lib/types/psp.ts';
import { sampleAttempt } from './samples.ts';

export const paypalIds = {
  order: '5O190127TN364715T',
  authorization: '0VF52814937998046',
  capture: '3C679366HH908993F',
  refund: '1JU08902781691411',
};

/** The id of an attempt's order. */
export const paypalOrderId = ({ reference }: Attempt): string =>
  reference === sampleAttempt().reference ? paypalIds.order : reference.slice(-17).toUpperCase();

const time = (unix_ms: number): string => `${new Date(unix_ms).toISOString().slice(0, 19)}Z`;

/** PayPal's `money` by its own rules: two decimals, none for HUF, JPY and TWD. */
export const paypalMoney = ({ amount, currency }: Money) => {
  const iso = exponentOf(currency) ?? 2;
  const digits = ['huf', 'jpy', 'twd'].includes(currency) ? 0 : 2;
  return { currency_code: currency.toUpperCase(), value: (amount / 10 ** iso).toFixed(digits) };
};

/** An order as orders v2 describes one, with the payments given. */
export const paypalOrder = (
  attempt: Attempt,
  echo: Money,
  {
    payments,
    ...state
  }: { readonly status: string; readonly payments?: object; readonly [field: string]: unknown },
) => ({
  id: paypalOrderId(attempt),
  intent: attempt.capture_method === 'automatic' ? 'CAPTURE' : 'AUTHORIZE',
  create_time: time(attempt.started),
  purchase_units: [
    {
      reference_id: 'default',
      amount: paypalMoney(echo),
      custom_id: attempt.reference,
      invoice_id: attempt.reference,
      ...(payments === undefined ? {} : { payments }),
    },
  ],
  links: [
    {
      href: `https://api-m.sandbox.paypal.com/v2/checkout/orders/${paypalOrderId(attempt)}`,
      rel: 'self',
      method: 'GET',
    },
  ],
  ...state,
});

/** A capture or authorisation of the order. */
export const paypalPayment = (
  attempt: Attempt,
  echo: Money,
  state: { readonly id: string; readonly status: string; readonly [field: string]: unknown },
) => ({
  amount: paypalMoney(echo),
  custom_id: attempt.reference,
  invoice_id: attempt.reference,
  create_time: time(attempt.started),
  ...state,
});

export const paypalRefund = (attempt: Attempt, operation: string, echo: Money, status = 'COMPLETED') => ({
  id: paypalIds.refund,
  status,
  amount: paypalMoney(echo),
  custom_id: `${attempt.reference}.${operation}`,
  invoice_id: operation,
});
