import * as z from 'zod';
import { chosenEvents } from '../../../lib/psp/adyen/account-check.ts';
import type { Operation } from '../framework/simulated-psp.ts';
import type { AdyenBooks } from './adyen-books.ts';
import { adyenError } from './adyen-errors.ts';
import { merchantAccount } from './merchant-account.ts';
import { readJson } from './read-json.ts';

const cardDetailsShape = z.strictObject({
  cardNumber: z.string().min(6).max(19),
  countryCode: z.string().optional(),
  merchantAccount: z.string(),
  supportedBrands: z.array(z.string()).optional(),
});

/** From the Checkout API: what a number's first digits say. From the Management API, which has no address of its own here: key and webhook. */
export const accountOperations = ({ context }: AdyenBooks): readonly Operation[] => [
  {
    method: 'POST',
    path: '/cardDetails',
    call: 'look_up',
    run: (request) => {
      const read = readJson(cardDetailsShape, request);
      if (!read.ok) return read.answer;
      return { status: 200, body: { brands: [{ type: 'visa' }] }, executed: true };
    },
  },
  {
    method: 'GET',
    path: '/v3/me',
    call: 'look_up',
    run: () => ({
      status: 200,
      body: {
        id: 'S2-simulated',
        username: 'ws_123456@Company.Simulated',
        active: true,
        companyName: 'Simulated',
        associatedMerchantAccounts: [merchantAccount],
        roles: ['Checkout webservice role', 'API PCI Payments role', 'Management API—Webhooks read'],
      },
      executed: true,
    }),
  },
  {
    method: 'GET',
    path: '/v3/companies/{company}/webhooks',
    call: 'look_up',
    run: () => ({ status: 200, body: { itemsTotal: 0, pagesTotal: 1, data: [] }, executed: true }),
  },
  {
    method: 'GET',
    path: '/v3/merchants/{merchant}/webhooks',
    call: 'look_up',
    run: ({ params }) => {
      if (params.merchant !== merchantAccount)
        return adyenError(403, { code: '00_403', message: 'Forbidden', type: 'security' });
      const webhook = context.webhook();
      const data = webhook
        ? [
            {
              id: 'S2-simulated-webhook',
              type: 'standard',
              url: webhook.url,
              active: webhook.active,
              communicationFormat: 'json',
              hasError: false,
              additionalSettings: { includeEventCodes: chosenEvents, excludeEventCodes: [] },
            },
          ]
        : [];
      return { status: 200, body: { itemsTotal: data.length, pagesTotal: 1, data }, executed: true };
    },
  },
];
