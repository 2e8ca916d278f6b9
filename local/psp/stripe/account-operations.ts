import { eventsRead } from '../../../lib/psp/stripe/webhooks.ts';
import type { Operation } from '../framework/simulated-psp.ts';
import type { StripeBooks } from './stripe-books.ts';
import { resourceMissing } from './stripe-errors.ts';

const currencies = ['eur', 'usd', 'gbp', 'chf', 'jpy', 'kwd'];

/** The account, its country's rules, and its registered webhook. */
export const accountOperations = ({ context }: StripeBooks): readonly Operation[] => [
  {
    method: 'GET',
    path: '/v1/account',
    call: 'look_up',
    run: () => ({
      status: 200,
      body: {
        id: 'acct_1SimulatedAccount',
        object: 'account',
        country: 'DE',
        default_currency: 'eur',
        charges_enabled: true,
        capabilities: { card_payments: 'active' },
      },
      executed: true,
    }),
  },
  {
    method: 'GET',
    path: '/v1/country_specs/{country}',
    call: 'look_up',
    run: ({ params: { country = '' } }) =>
      /^[A-Z]{2}$/.test(country)
        ? {
            status: 200,
            body: { id: country, object: 'country_spec', supported_payment_currencies: currencies },
            executed: true,
          }
        : resourceMissing('country', 'country', country),
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    call: 'look_up',
    run: () => {
      const webhook = context.webhook();
      const data = webhook
        ? [
            {
              id: 'we_1SimulatedEndpoint',
              object: 'webhook_endpoint',
              url: webhook.url,
              status: webhook.active ? 'enabled' : 'disabled',
              enabled_events: eventsRead,
            },
          ]
        : [];
      return {
        status: 200,
        body: { object: 'list', url: '/v1/webhook_endpoints', has_more: false, data },
        executed: true,
      };
    },
  },
];
