import {
  type CheckoutAction,
  type CheckoutBooks,
  type CheckoutPayment,
  checkoutId,
} from './checkout-books.ts';
import { balancesOf, customerOf, isoTime, renderSource, schemeIdOf } from './render-payment.ts';
import { summaryOf } from './response-codes.ts';

/** Puts an event about one action of a payment into the outbox. Metadata and reference are the action's own if it has them. */
export const emitActionEvent = (
  books: CheckoutBooks,
  type: string,
  payment: CheckoutPayment,
  action: CheckoutAction,
): void => {
  const self = `${books.context.origin()}/payments/${payment.id}`;
  emitEvent(books, type, payment, {
    id: payment.id,
    action_id: action.id,
    reference: action.reference ?? payment.reference ?? undefined,
    amount: action.amount,
    currency: payment.currency.toUpperCase(),
    processed_on: isoTime(action.processed_on ?? books.context.now()),
    response_code: action.response_code ?? '10000',
    response_summary: summaryOf(action.response_code ?? '10000'),
    ...(action.auth_code !== null && { auth_code: action.auth_code }),
    ...(action.type === 'Authorization' && {
      source: renderSource(payment),
      scheme_id: schemeIdOf(payment),
    }),
    ...(action.type === 'Authorization' && payment.customer !== null && { customer: customerOf(payment) }),
    balances: balancesOf(payment),
    metadata: { ...payment.metadata, ...action.metadata },
    event_links: { payment: self, payment_actions: `${self}/actions` },
  });
};

/** Puts any event about a payment into the outbox. */
export const emitEvent = (
  { context }: CheckoutBooks,
  type: string,
  payment: CheckoutPayment,
  data: object,
): void => {
  const self = `${context.origin()}/payments/${payment.id}`;
  const id = checkoutId('evt');
  context.emit({
    id,
    type,
    version: '1.0.29',
    created_on: isoTime(context.now()),
    data,
    _links: {
      self: { href: `${context.origin()}/workflows/events/${id}` },
      payment: { href: self },
      payment_actions: { href: `${self}/actions` },
    },
  });
};
