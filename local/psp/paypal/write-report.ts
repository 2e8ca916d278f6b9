import { isoAmount, wireAmount } from '../framework/ledger.ts';
import { type BookEntry, listBookEntries } from '../framework/list-book-entries.ts';
import type { PayPalBooks, PayPalOrder, PayPalRefund } from './paypal-books.ts';
import { payPalTime } from './render-order.ts';
import { payPalExponents, renderMoney } from './wire-money.ts';

const codes = {
  capture: ['T0006', 1],
  refund: ['T1107', -1],
  chargeback: ['T1201', -1],
  chargeback_reversal: ['T1202', 1],
} as const;

const statuses = { succeeded: 'S', pending: 'P', failed: 'D' };

type Movement = BookEntry<PayPalOrder, PayPalRefund>;

/** A transaction for each capture of a payment; the fee is taken from the first. */
const eachCapture = (movement: Movement): readonly Movement[] => {
  const { kind, payment } = movement;
  if (kind !== 'capture') return [movement];
  return payment.captures.map(({ id, amount }, index) => ({
    ...movement,
    id,
    amount: isoAmount(amount, payment.currency, payPalExponents),
    fee: index === 0 ? movement.fee : 0,
  }));
};

/** The answer of Transaction Search. */
export const writeReport = (books: PayPalBooks): string => {
  const movements = listBookEntries({
    payments: books.orders.values(),
    refunds: books.refunds.values(),
    disputes: books.disputes.values(),
    exponents: payPalExponents,
  });
  const transaction_details = movements.flatMap(eachCapture).map((movement) => {
    const { kind, id, payment, refund, status, amount, fee, at } = movement;
    const [transaction_event_code, sign] = codes[kind];
    const signed = (value: number): object => {
      const money = renderMoney(
        wireAmount(Math.abs(value), payment.currency, payPalExponents),
        payment.currency,
      );
      return value < 0 ? { ...money, value: `-${money.value}` } : money;
    };
    return {
      transaction_info: {
        transaction_id: id,
        ...(kind !== 'capture' && {
          paypal_reference_id: refund?.capture ?? payment.captures[0]?.id,
          paypal_reference_id_type: 'TXN',
        }),
        transaction_event_code,
        transaction_initiation_date: payPalTime(at),
        transaction_amount: signed(sign * amount),
        ...(fee > 0 && { fee_amount: signed(0 - fee) }),
        transaction_status: statuses[status],
        custom_field: refund?.reference ?? payment.reference,
      },
    };
  });
  return `${JSON.stringify({ transaction_details, page: 1, total_items: transaction_details.length, total_pages: 1 }, null, 2)}\n`;
};
