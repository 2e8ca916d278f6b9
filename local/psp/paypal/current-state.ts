import type { KeptAnswer, PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import { captureIn, type PayPalBooks } from './paypal-books.ts';
import { renderCapture, renderOrder, renderRefund } from './render-order.ts';

/**
 * A repeat under the same request id executes nothing and shows the current state of the first call's object: with 200 instead of 201, even if the
 * first answer was a 500. Refusals stay.
 */
export const currentState = (books: PayPalBooks, request: PspRequest, kept: KeptAnswer): PspResponse => {
  const first = JSON.parse(kept.body ?? 'null');
  const order = books.orders.get(kept.payment ?? '');
  if (order === undefined || (kept.status >= 400 && kept.status < 500))
    return { status: kept.status, body: first, executed: false };
  const shown = { status: 200, executed: false, payment: order.id };
  if (request.path.startsWith('/v2/checkout/')) return { ...shown, body: renderOrder(books, order) };
  const capture = captureIn(order, first?.id) ?? order.captures.at(-1);
  if (!request.path.endsWith('/refund'))
    return { ...shown, body: capture ? renderCapture(books, order, capture) : first };
  const { custom_id } = JSON.parse(request.body === '' ? '{}' : request.body);
  const refund = books.refunds
    .by(order.id)
    .find(({ id, reference }) => id === first?.id || (custom_id !== undefined && reference === custom_id));
  return refund === undefined
    ? { status: kept.status, body: first, executed: false }
    : { ...shown, body: renderRefund(books, order, refund) };
};
