import { eventsRead } from '../../../lib/psp/checkout_com/webhooks.ts';
import type { Operation } from '../framework/simulated-psp.ts';
import type { CheckoutBooks } from './checkout-books.ts';
import { bare } from './checkout-errors.ts';

const workflow = { id: 'wf_simulatedsimulatedsimulate', name: 'events' };

/** The account's one workflow: every event goes to the service. */
export const accountOperations = ({ context }: CheckoutBooks): readonly Operation[] => [
  {
    method: 'GET',
    path: '/workflows',
    call: 'look_up',
    run: () => ({
      status: 200,
      body: { data: context.webhook() ? [{ ...workflow, active: true }] : [] },
      executed: true,
    }),
  },
  {
    method: 'GET',
    path: '/workflows/{id}',
    call: 'look_up',
    run: ({ params }) => {
      const webhook = context.webhook();
      if (webhook === undefined || params.id !== workflow.id) return bare(404);
      return {
        status: 200,
        body: {
          ...workflow,
          active: webhook.active,
          conditions: [{ id: 'wfc_simulated', type: 'event', events: eventsRead }],
          actions: [{ id: 'wfa_simulated', type: 'webhook', url: webhook.url }],
        },
        executed: true,
      };
    },
  },
];
