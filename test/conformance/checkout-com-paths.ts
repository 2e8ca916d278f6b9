import { readSpec } from '../tools/specs.ts';
import type { Paths, Schema } from './specification.ts';

/**
 * What Checkout.com's stored document leaves out of `/payments`.
 * - The list by reference. Written by hand after a newer edition of the publisher's own reference, where the call is a beta: nothing but this
 *   description checks it.
 * - The kinds of source and of token. The document names them by a discriminator only, which JSON Schema does not know.
 */
export const checkoutComPaths = (): Paths => {
  const document = readSpec('checkoutcom.openapi.json') as Document | undefined;
  const post = document?.paths['/payments']?.post;
  if (document === undefined || post === undefined) return { '/payments': { get: list } };
  const { PaymentRequestSource, TokenRequest } = document.components.schemas;
  const source = kindsOf(PaymentRequestSource);
  const schema: Schema = {
    allOf: [{ $ref: '#/components/schemas/PaymentRequest' }, { type: 'object', properties: { source } }],
  };
  return {
    '/payments': {
      get: list,
      post: { ...post, requestBody: { content: { 'application/json': { schema } } } },
    },
    '/tokens': {
      post: {
        ...document.paths['/tokens']?.post,
        requestBody: { content: { 'application/json': { schema: kindsOf(TokenRequest) } } },
        responses: document.paths['/tokens']?.post?.responses ?? {},
      },
    },
  };
};

type Kinds = { readonly discriminator: { readonly mapping: Readonly<Record<string, string>> } };

const kindsOf = ({ discriminator: { mapping } }: Kinds): Schema => ({
  anyOf: Object.entries(mapping).map(([type, $ref]) => ({
    allOf: [{ $ref }, { type: 'object', properties: { type: { const: type } } }],
  })),
});

/**
 * Checkout.com's document asks for an `id` in a payment's balances, where it neither describes one nor gives one in its examples.
 */
export const correctedCheckoutCom = (document: unknown): unknown => {
  if (document === undefined) return undefined;
  const copy = structuredClone(document) as {
    components: { schemas: Record<string, { required?: string[] }> };
  };
  const balances = copy.components.schemas.PaymentResponseBalances;
  if (balances !== undefined) balances.required = [];
  return copy;
};

type Document = {
  readonly paths: Paths;
  readonly components: {
    readonly schemas: {
      readonly PaymentRequestSource: Kinds;
      readonly TokenRequest: Kinds;
    };
  };
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
