import { refundable } from '../framework/payment.ts';
import type { Operation, PspResponse } from '../framework/simulated-psp.ts';
import type { CheckoutAction, CheckoutBooks, CheckoutPayment } from './checkout-books.ts';
import { bare, checkoutError } from './checkout-errors.ts';
import { withPayment } from './look-ups.ts';
import { captureShape, readJson, refundShape, voidShape } from './requests.ts';
import { acceptAction } from './settle-action.ts';

/** Captures, voids and refunds: 202 with an action id, the result a little later. 403 if the payment's state forbids it. */
export const actionOperations = (books: CheckoutBooks): readonly Operation[] => [
  {
    method: 'POST',
    path: '/payments/{id}/captures',
    call: 'capture',
    run: (request) => {
      const read = readJson(captureShape, request);
      if (!read.ok) return read.answer;
      return withPayment(books, request.params.id, (payment) => {
        const open = payment.authorized - payment.captured;
        const { amount = open, capture_type = 'Final', ...facts } = read.value;
        if (payment.status !== 'authorized' || isUnderWay(books, payment)) return bare(403, payment.id);
        if (amount > open) return tooMuch('capture_value_greater_than_authorized', payment);
        const final = capture_type === 'Final';
        const { decline } = request;
        return accepted(
          books,
          acceptAction(books, payment, { ...facts, type: 'Capture', amount, final, decline }),
        );
      });
    },
  },
  {
    method: 'POST',
    path: '/payments/{id}/voids',
    call: 'cancel',
    run: (request) => {
      const read = readJson(voidShape, request);
      if (!read.ok) return read.answer;
      return withPayment(books, request.params.id, (payment) => {
        if (payment.status !== 'authorized' || payment.captured > 0 || isUnderWay(books, payment))
          return bare(403, payment.id);
        const facts = { ...read.value, type: 'Void', amount: payment.authorized, final: true } as const;
        return accepted(books, acceptAction(books, payment, { ...facts, decline: request.decline }));
      });
    },
  },
  {
    method: 'POST',
    path: '/payments/{id}/refunds',
    call: 'refund',
    run: (request) => {
      const read = readJson(refundShape, request);
      if (!read.ok) return read.answer;
      return withPayment(books, request.params.id, (payment) => {
        const left = refundable(payment);
        const { amount = left, ...facts } = read.value;
        if (payment.captured === 0) return bare(403, payment.id);
        if (left === 0 || amount > left) return tooMuch('refund_amount_exceeds_balance', payment);
        const { decline } = request;
        return accepted(
          books,
          acceptAction(books, payment, { ...facts, type: 'Refund', amount, final: true, decline }),
        );
      });
    },
  },
];

/** An accepted capture or void that is not yet processed: the next one has to wait. */
export const isUnderWay = (books: CheckoutBooks, payment: CheckoutPayment): boolean =>
  books.actions
    .by(payment.id)
    .some(({ type, processed_on }) => processed_on === null && (type === 'Capture' || type === 'Void'));

const tooMuch = (code: string, payment: CheckoutPayment): PspResponse =>
  checkoutError(422, 'request_invalid', [code], { executed: true, payment: payment.id });

const accepted = (books: CheckoutBooks, action: CheckoutAction): PspResponse => ({
  status: 202,
  body: {
    action_id: action.id,
    ...(action.reference !== null && { reference: action.reference }),
    _links: { payment: { href: `${books.context.origin()}/payments/${action.payment}` } },
  },
  executed: true,
  payment: action.payment,
});
