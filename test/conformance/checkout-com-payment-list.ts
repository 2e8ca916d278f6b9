import { readSpec } from '../tools/specs.ts';
import type { Paths } from './specification.ts';

/**
 * `GET /payments?reference=`, which the stored specification does not have. Written by hand after a newer edition of the publisher's own
 * reference, where the call is a beta: so far nothing but this description has checked it.
 */
export const paymentListPath = (): Paths => {
  const stored = readSpec('checkoutcom.openapi.json') as { readonly paths: Paths } | undefined;
  return { '/payments': { ...stored?.paths['/payments'], get: list } };
};

const list: Paths[string][string] = {
  parameters: [
    { name: 'limit', in: 'query' },
    { name: 'skip', in: 'query' },
    { name: 'reference', in: 'query' },
  ],
  responses: {
    '200': {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['limit', 'skip', 'total_count', 'data'],
            properties: {
              limit: { type: 'integer' },
              skip: { type: 'integer' },
              total_count: { type: 'integer' },
              data: { type: 'array', items: { $ref: '#/components/schemas/PaymentDetails' } },
            },
          },
        },
      },
    },
    '401': {},
    '422': {},
  },
};
