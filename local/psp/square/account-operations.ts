import { eventsRead } from '../../../lib/psp/square/read-webhook.ts';
import type { Operation } from '../framework/simulated-psp.ts';
import { type SquareBooks, squareLocation } from './square-books.ts';
import { squareError } from './square-errors.ts';

/** The one location, and the webhook by the address that its signatures cover. */
export const accountOperations = ({ context }: SquareBooks): readonly Operation[] => [
  {
    method: 'GET',
    path: '/v2/locations/{id}',
    call: 'look_up',
    run: ({ params }) =>
      params.id === squareLocation
        ? {
            status: 200,
            body: {
              location: {
                id: squareLocation,
                name: 'Simulated',
                status: 'ACTIVE',
                country: 'GB',
                currency: 'GBP',
                capabilities: ['CREDIT_CARD_PROCESSING'],
              },
            },
            executed: true,
          }
        : squareError(404, 'NOT_FOUND'),
  },
  {
    method: 'GET',
    path: '/v2/webhooks/subscriptions',
    call: 'look_up',
    run: () => {
      const webhook = context.webhook();
      const subscriptions = webhook
        ? [
            {
              id: 'wbhk_simulated',
              name: 'events',
              enabled: webhook.active,
              event_types: eventsRead,
              notification_url: context.credentials.settings.notification_url,
              api_version: '2025-08-20',
            },
          ]
        : [];
      return { status: 200, body: { subscriptions }, executed: true };
    },
  },
];
