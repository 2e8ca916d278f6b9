import { seconds } from './seconds.ts';
import type { StripeBooks } from './stripe-books.ts';
import { stripeId } from './stripe-id.ts';

/** The API version the simulator answers with. */
export const apiVersion = '2025-03-31.basil';

/** Puts an event with a snapshot of its object into the outbox. */
export const emitEvent = (books: StripeBooks, type: string, object: object): void =>
  books.context.emit({
    id: stripeId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: seconds(books.context.now()),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
