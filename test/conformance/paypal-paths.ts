import { readSpec } from '../tools/specs.ts';
import type { Schema } from './schema.ts';
import type { Paths } from './specification.ts';

/**
 * What the adapter calls beside orders v2: payments v2, from its own official document, and two calls of which no document is stored. Those two
 * are written by hand after PayPal's public reference: nothing but this description checks them.
 */
export const paypalPaths = (): Paths => ({ ...payments(), ...byHand });

/** The paths of payments v2 with their schemas in place: its names mean other things in the document of orders. */
const payments = (): Paths => {
  const document = readSpec('paypal-payments.openapi.json');
  return document === undefined ? {} : (inPlace(document, document) as { readonly paths: Paths }).paths;
};

const inPlace = (document: unknown, node: unknown): unknown => {
  if (Array.isArray(node)) return node.map((each) => inPlace(document, each));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as Schema;
  if (typeof $ref === 'string') return inPlace(document, referred(document, $ref));
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inPlace(document, value)]));
};

const referred = (document: unknown, ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, step) => Reflect.get(node as object, step), document);

const object = (properties: Schema, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
});
const text: Schema = { type: 'string', minLength: 1 };

const byHand: Paths = {
  '/v1/oauth2/token': {
    post: {
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: object({ grant_type: { const: 'client_credentials' } }, ['grant_type']),
          },
        },
      },
      responses: {
        '200': {
          content: {
            'application/json': {
              schema: object(
                { access_token: text, token_type: { const: 'Bearer' }, expires_in: { type: 'integer' } },
                ['access_token', 'token_type', 'expires_in'],
              ),
            },
          },
        },
        '401': {
          content: {
            'application/json': { schema: object({ error: text, error_description: text }, ['error']) },
          },
        },
      },
    },
  },
  '/v1/notifications/verify-webhook-signature': {
    post: {
      requestBody: {
        content: {
          'application/json': {
            schema: object(
              {
                auth_algo: { type: 'string', maxLength: 100, pattern: '^[a-zA-Z0-9]+$' },
                cert_url: { type: 'string', maxLength: 500, format: 'uri' },
                transmission_id: { type: 'string', maxLength: 50 },
                transmission_sig: { type: 'string', maxLength: 500 },
                transmission_time: { type: 'string', maxLength: 100 },
                webhook_id: { type: 'string', maxLength: 50, pattern: '^[a-zA-Z0-9]+$' },
                webhook_event: { type: 'object' },
              },
              [
                'auth_algo',
                'cert_url',
                'transmission_id',
                'transmission_sig',
                'transmission_time',
                'webhook_id',
                'webhook_event',
              ],
            ),
          },
        },
      },
      responses: {
        '200': {
          content: {
            'application/json': {
              schema: object({ verification_status: { enum: ['SUCCESS', 'FAILURE'] } }, [
                'verification_status',
              ]),
            },
          },
        },
      },
    },
  },
};
