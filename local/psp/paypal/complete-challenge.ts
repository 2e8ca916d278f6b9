import { emitEvent } from './emit-event.ts';
import type { PayPalBooks, PayPalOrder } from './paypal-books.ts';
import { renderOrder } from './render-order.ts';

/** After 3-D Secure, the order waits with its result for the call that pays it. An event reports an approval, too. */
export const completeChallenge = (books: PayPalBooks, id: string, approved: boolean): string | undefined => {
  const order = books.orders.get(id);
  if (order === undefined) return undefined;
  const waited = order.status === 'requires_action';
  const now: PayPalOrder = waited ? { ...order, status: 'created', authenticated: approved } : order;
  books.orders.put(now.id, now);
  if (waited && approved) emitEvent(books, 'CHECKOUT.ORDER.APPROVED', renderOrder(books, now));
  const address = approved ? now.return_url : (now.cancel_url ?? now.return_url);
  if (address === null) return undefined;
  const url = new URL(address);
  url.searchParams.set('token', now.id);
  url.searchParams.set('liability_shift', approved ? 'POSSIBLE' : 'NO');
  return url.href;
};
