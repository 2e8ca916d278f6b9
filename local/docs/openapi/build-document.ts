import { examples } from '../examples/examples.ts';
import { buildOperation } from './build-operation.ts';
import { componentSchemas } from './component-schemas.ts';
import type { OpenApiDocument, PathItem } from './open-api-document.ts';
import { routeOperations } from './route-operations.ts';
import { sharedHeaders } from './shared-headers.ts';

/** The API as an OpenAPI 3.1 document, made from the route table and the zod schemas the service runs on. */
export const buildDocument = (): OpenApiDocument => ({
  openapi: '3.1.1',
  info: {
    title: 'Payment routing',
    version: '1.0.0',
    summary: 'One API in front of several payment service providers.',
    description: introduction,
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
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
        description: 'An API key (`sk_live_…`, `sk_test_…`) with the scope the operation names.',
      },
      clientSecret: {
        type: 'http',
        scheme: 'bearer',
        description: 'The `client_secret` of the session. Reads and confirms that one session.',
      },
    },
  },
});

const introduction = [
  'JSON in, JSON out. Every call carries `authorization: Bearer <token>`.',
  "Amounts are integers in the currency's ISO 4217 minor unit. Fields that do not exist are refused, not ignored.",
  'Send an `Idempotency-Key` with every POST (DELETE takes one, too): a repeat with the same key and body is answered byte for byte as the first call was, and nothing is done twice.',
  'Every answer carries `request-id`; every error says in `should-retry` whether the same call may be sent again.',
].join('\n\n');

const tags = [
  { name: 'Checkout sessions', description: 'Open a payment, confirm it, see what became of it.' },
  { name: 'Charges', description: 'Refund, capture, cancel, read.' },
  { name: 'Events', description: 'What happened, and who did it.' },
  { name: 'Routing rules', description: 'Decide where payments go, while they go.' },
  { name: 'Payment methods', description: 'Cards that are kept, to be charged again.' },
  { name: 'Webhooks', description: 'Signed messages about what happened.' },
  { name: 'Browsers and PSPs', description: 'Where customers return and PSPs report. Not called by you.' },
];

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    '1 to 255 visible ASCII characters. The same key and body are answered as before and do nothing more; the same key with another body is refused. Remembered for at least 24 hours.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
} as const;

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of the rule as you saw it. If another version is in force by now, the call is refused with `version_conflict`.',
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
