import { at } from '../../../lib/psp/json.ts';
import { authorizePayment, capturePayment } from '../framework/payment.ts';
import type { PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import { emitPayment } from './emit-event.ts';
import { type PayPalBooks, type PayPalOrder, payPalId } from './paypal-books.ts';
import { notFound, payPalError, unprocessable } from './paypal-errors.ts';
import { readCard } from './read-card.ts';
import { readJson } from './read-json.ts';
import { payerAction, renderOrder } from './render-order.ts';
import { payShape } from './request-shapes.ts';

/** Pays an order with the given card, or with the one that it waits for after 3-D Secure. */
export const payOrder = (
  books: PayPalBooks,
  verb: 'capture' | 'authorize',
  request: PspRequest,
): PspResponse => {
  const read = readJson(payShape, request);
  if (!read.ok) return read.answer;
  const order = books.orders.get(request.params.id ?? '');
  if (order === undefined) return notFound();
  const refusal = stateProblem(books, order, verb);
  if (refusal !== undefined) return unprocessable(refusal, order.id);
  const source = read.value.payment_source?.card;
  if (source === undefined)
    return order.card === null
      ? unprocessable('ORDER_NOT_APPROVED', order.id)
      : settle(books, order, request.decline);
  const card = readCard(source, books.context.now());
  if (!card.ok) return unprocessable(card.issue, order.id);
  const chosen: PayPalOrder = {
    ...order,
    card: card.card,
    card_last4: card.card.last_digits,
    return_url: source.experience_context?.return_url ?? null,
    cancel_url: source.experience_context?.cancel_url ?? null,
  };
  // A challenge cures a refusal for lack of authentication (5650).
  const wanted = at(source.attributes, 'verification', 'method') === 'SCA_ALWAYS';
  const declined = request.decline !== undefined && !(wanted && request.decline === '5650');
  const challenged = !declined && (wanted || card.card.challenged);
  return challenged ? challenge(books, chosen) : settle(books, chosen, request.decline);
};

/** Why an order cannot be paid now. By the account's default, a paid invoice cannot be paid again by any order. */
const stateProblem = (
  books: PayPalBooks,
  order: PayPalOrder,
  verb: 'capture' | 'authorize',
): string | undefined => {
  if (verb === 'authorize' && order.intent !== 'AUTHORIZE') return 'ACTION_DOES_NOT_MATCH_INTENT';
  if (order.status === 'requires_action') return 'ORDER_NOT_APPROVED';
  if (order.status !== 'created')
    return verb === 'capture' ? 'ORDER_ALREADY_CAPTURED' : 'ORDER_ALREADY_AUTHORIZED';
  return order.invoice_id !== null && books.invoices.get(order.invoice_id) !== undefined
    ? 'DUPLICATE_INVOICE_ID'
    : undefined;
};

const challenge = (books: PayPalBooks, order: PayPalOrder): PspResponse => {
  const waiting: PayPalOrder = {
    ...order,
    status: 'requires_action',
    challenge_url: books.context.challenge(order.id),
  };
  books.orders.put(waiting.id, waiting);
  return payPalError(422, 'PAYER_ACTION_REQUIRED', {
    executed: true,
    payment: waiting.id,
    links: payerAction(waiting),
  });
};

/** Asks the bank and books its answer. If the card is declined, the order still completes, with a declined payment. */
const settle = (books: PayPalBooks, order: PayPalOrder, decline: string | undefined): PspResponse => {
  const response_code = decline ?? order.card?.response_code ?? '0000';
  const approved = response_code === '0000';
  const asked: PayPalOrder = {
    ...order,
    response_code,
    paid_at: books.context.now(),
    updated: books.context.now(),
    ...(order.intent === 'CAPTURE'
      ? { captures: [{ id: payPalId(), amount: order.amount, invoice_id: null, final: true }] }
      : { authorization: payPalId() }),
  };
  const held = approved ? authorizePayment(asked) : { ...asked, status: 'declined' as const };
  const paid = approved && order.intent === 'CAPTURE' ? capturePayment(held, held.amount) : held;
  books.orders.put(paid.id, paid);
  const ids = [
    ...paid.captures.map(({ id }) => id),
    ...(paid.authorization === null ? [] : [paid.authorization]),
  ];
  for (const id of ids) books.payments.put(id, { order: paid.id });
  if (approved && paid.invoice_id !== null) books.invoices.put(paid.invoice_id, { order: paid.id });
  emitPayment(books, paid);
  return { status: 201, body: renderOrder(books, paid), executed: true, payment: paid.id };
};
