import type { PayPalBooks, PayPalOrder } from './paypal-books.ts';
import { payPalId } from './paypal-books.ts';
import { renderAuthorization, renderCapture } from './render-order.ts';

/** Puts a webhook event into the outbox; it is signed when sent. */
export const emitEvent = (books: PayPalBooks, event_type: string, resource: object): void =>
  books.context.emit({
    id: `WH-${payPalId()}-${payPalId()}`,
    event_version: '1.0',
    create_time: new Date(books.context.now()).toISOString(),
    resource_type: resourceType(event_type),
    resource_version: '2.0',
    event_type,
    resource,
  });

const resourceType = (event_type: string): string => {
  if (event_type.startsWith('CUSTOMER.DISPUTE')) return 'dispute';
  if (event_type.startsWith('CHECKOUT.ORDER')) return 'checkout-order';
  if (event_type.startsWith('PAYMENT.AUTHORIZATION')) return 'authorization';
  return /REFUNDED|REVERSED/.test(event_type) ? 'refund' : 'capture';
};

/** The outcome of an order's payment. A denied authorisation has no event. */
export const emitPayment = (books: PayPalBooks, order: PayPalOrder): void => {
  const declined = order.status === 'declined';
  const [capture] = order.captures;
  const rendered = capture && renderCapture(books, order, capture);
  if (rendered) emitEvent(books, declined ? 'PAYMENT.CAPTURE.DENIED' : 'PAYMENT.CAPTURE.COMPLETED', rendered);
  else if (!declined) emitEvent(books, 'PAYMENT.AUTHORIZATION.CREATED', renderAuthorization(order));
};
