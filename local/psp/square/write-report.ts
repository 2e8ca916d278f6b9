import { booked } from '../framework/booked.ts';
import { renderDispute } from './disputes.ts';
import { moneyOf, renderPayment, renderRefund } from './render-payment.ts';
import type { SquareBooks } from './square-books.ts';

/** The answers of ListPayments, ListPaymentRefunds and ListDisputes in one object. */
export const writeReport = (books: SquareBooks): string => {
  const movements = booked({
    payments: books.payments.values(),
    refunds: books.refunds.values(),
    disputes: [],
    exponents: {},
  });
  const fees = new Map(movements.map(({ kind, id, fee }) => [`${kind} ${id}`, fee]));
  const payments = [...books.payments.values()].map((payment) => {
    const fee = fees.get(`capture ${payment.id}`);
    return {
      ...renderPayment(books, payment),
      ...(fee !== undefined && {
        processing_fee: [{ type: 'INITIAL', amount_money: moneyOf(fee, payment.currency) }],
      }),
    };
  });
  const paymentOf = (id: string) => {
    const payment = books.payments.get(id);
    if (payment === undefined) throw new Error(`no payment ${id} in the books`);
    return payment;
  };
  const refunds = [...books.refunds.values()].map((refund) =>
    renderRefund(paymentOf(refund.payment), refund),
  );
  const disputes = [...books.disputes.values()].map((dispute) =>
    renderDispute(books, paymentOf(dispute.payment), dispute),
  );
  return `${JSON.stringify({ payments, refunds, disputes }, null, 2)}\n`;
};
