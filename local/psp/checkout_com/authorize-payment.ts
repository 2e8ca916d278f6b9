import { authorized } from '../framework/payment.ts';
import { randomId } from '../framework/random-id.ts';
import {
  type CheckoutAction,
  type CheckoutBooks,
  type CheckoutPayment,
  checkoutId,
} from './checkout-books.ts';
import { emitActionEvent } from './emit-event.ts';
import { acceptAction } from './settle-action.ts';

export type Authorized = { readonly payment: CheckoutPayment; readonly action: CheckoutAction };

/** Asks the bank and books its answer. With `capture` the capture follows by itself, a little later. */
export const authorizePayment = (
  books: CheckoutBooks,
  payment: CheckoutPayment,
  response_code: string,
): Authorized => {
  const approved = response_code === '10000';
  const auth_code = approved ? randomId(6, '0123456789') : null;
  const asked: CheckoutPayment = { ...payment, response_code, auth_code };
  const decided: CheckoutPayment = approved ? authorized(asked) : { ...asked, status: 'declined' };
  const action: CheckoutAction = {
    id: checkoutId('act'),
    payment: payment.id,
    type: 'Authorization',
    amount: payment.amount,
    reference: payment.reference,
    metadata: payment.metadata,
    final: true,
    processed_on: books.context.now(),
    response_code,
    auth_code,
  };
  books.payments.put(payment.id, decided);
  books.actions.put(action.id, action);
  emitActionEvent(books, approved ? 'payment_approved' : 'payment_declined', decided, action);
  if (approved && payment.capture)
    acceptAction(books, decided, { type: 'Capture', amount: payment.amount, final: true });
  return { payment: decided, action };
};
