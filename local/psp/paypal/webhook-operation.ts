import { eventsRead } from '../../../lib/psp/paypal/read-event.ts';
import type { Operation } from '../framework/simulated-psp.ts';
import type { PayPalBooks } from './paypal-books.ts';
import { payPalError } from './paypal-errors.ts';
import { webhookId } from './webhook-signature.ts';

/** `GET /v1/notifications/webhooks/{id}`: the app's one webhook. */
export const webhookOperation = ({ context }: PayPalBooks): Operation => ({
  method: 'GET',
  path: '/v1/notifications/webhooks/{id}',
  call: 'look_up',
  run: ({ params }) => {
    const webhook = context.webhook();
    if (webhook === undefined || params.id !== webhookId) return payPalError(404, 'INVALID_RESOURCE_ID');
    const event_types = eventsRead.map((name) => ({ name, description: '' }));
    return { status: 200, body: { id: webhookId, url: webhook.url, event_types }, executed: true };
  },
});
