import { examples } from '../examples/examples.ts';
import { buildOperation } from './build-operation.ts';
import { componentSchemas } from './component-schemas.ts';
import type { OpenApiDocument, PathItem } from './open-api-document.ts';
import { routeOperations } from './route-operations.ts';
import { sharedHeaders } from './shared-headers.ts';

/** The API as an OpenAPI 3.1 document, made from the route table and the zod schemas that the service runs on. */
export const buildDocument = (): OpenApiDocument => ({
  openapi: '3.1.1',
  info: {
    title: 'Payment routing',
    version: '1.0.0',
    summary: 'One API in front of several payment service providers.',
    description: introduction,
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: 'http://127.0.0.1:4000', description: 'This machine, with `npm start`' }],
  tags,
  paths: buildPaths(),
  components: {
    schemas: componentSchemas(),
    parameters: { IdempotencyKey: idempotencyKey, IfMatch: ifMatch },
    headers: sharedHeaders,
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key (`sk_live_…`, `sk_test_…`) with the scope that the operation names.',
      },
      clientSecret: {
        type: 'http',
        scheme: 'bearer',
        description:
          'The `client_secret` of the session. It can read and confirm that one session, and ask who it is.',
      },
      paymentLink: {
        type: 'http',
        scheme: 'bearer',
        description:
          'The id of the payment link (`pl_…`), which its address ends with. It can read that one link and begin its sessions.',
      },
    },
  },
});

const introduction = [
  'JSON in, JSON out. Every call sends `authorization: Bearer <token>`.',
  "Amounts are integers in the currency's ISO 4217 minor unit. Unknown fields are rejected, not ignored.",
  'Send an `Idempotency-Key` with every POST (DELETE accepts one too). A repeat with the same key and body gets the first answer, byte for byte, and nothing is done twice.',
  'Every answer has a `request-id`. Every error says in `should-retry` whether you can send the same call again.',
].join('\n\n');

const tags = [
  { name: 'Checkout sessions', description: 'Start a payment, confirm it, see its result.' },
  { name: 'Payment links', description: 'Addresses at which a customer pays, without a shop.' },
  { name: 'Charges', description: 'Refund, capture, cancel, read.' },
  { name: 'Events', description: 'What happened, and who did it.' },
  { name: 'Routing rules', description: 'Decide where payments go, while payments run.' },
  { name: 'Payment methods', description: 'Stored cards that can be charged again.' },
  { name: 'Numbers', description: 'How payments went, by the hour.' },
  { name: 'Exports', description: 'Files of what happened in a time.' },
  { name: 'API keys', description: 'Who may call this API.' },
  { name: 'Webhooks', description: 'Signed messages about events.' },
  {
    name: 'Browsers and PSPs',
    description: 'Where customers return and PSPs report. You do not call these.',
  },
];

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    '1 to 255 visible ASCII characters. The same key and body get the same answer and do nothing more. The same key with a different body is rejected. A key counts for one operation on one session, charge or other object: with another operation or for another object, the same key makes another call. Keys are remembered for at least 24 hours.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
} as const;

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of the rule as you last saw it. If another version is live by now, the call fails with `version_conflict`.',
  schema: { type: 'string', pattern: '^"[1-9][0-9]*"$' },
} as const;

const buildPaths = (): Readonly<Record<string, PathItem>> => {
  const paths: Record<string, PathItem> = {};
  const played = examples();
  for (const operation of routeOperations()) {
    const { path, method } = operation.route;
    const own = played.filter((example) => example.operation === operation.id);
    paths[path] = { ...paths[path], [method.toLowerCase()]: buildOperation(operation, own) };
  }
  return paths;
};
