import type { PlayedExample } from '../examples/examples.ts';
import { buildErrors } from './build-errors.ts';
import { reference } from './component-schemas.ts';
import { mediaExamples } from './media-examples.ts';
import type { JsonSchema, Operation, Parameter, Response } from './open-api-document.ts';
import { queryParameters } from './query-parameters.ts';
import type { RouteOperation } from './route-operations.ts';
import { headers } from './shared-headers.ts';

/** One operation: parameters, body, answers by status, with the recorded examples. */
export const buildOperation = (operation: RouteOperation, examples: readonly PlayedExample[]): Operation => {
  const { id, text, idempotent } = operation;
  // A refused body is not an example: it does not fit the schema.
  const asked = examples.flatMap(({ name, summary, body, status }) =>
    body === undefined || status === 400 ? [] : [{ name, summary, value: body }],
  );
  const parameters = [
    ...pathParameters(operation),
    ...(text.query ? queryParameters(text.query) : []),
    ...(id === 'completeAuthentication' ? [stateParameter] : []),
    ...(idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(text.etag === 'taken' ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ];
  return {
    operationId: id,
    tags: [text.tag],
    summary: text.summary,
    description: text.description,
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(text.body !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(text.body.name), ...mediaExamples(asked) } },
      },
    }),
    ...(id === 'receivePspWebhook' && { requestBody: webhookBody }),
    responses: { ...successOf(operation, examples), ...buildErrors(operation, examples) },
  };
};

const successOf = (
  { text: { answers, etag }, idempotent }: RouteOperation,
  played: readonly PlayedExample[],
): Readonly<Record<string, Response>> => {
  if (answers === 'nothing')
    return { 204: { description: 'Stored.', headers: headers({ 'request-id': 'RequestId' }) } };
  if (answers === 'redirect')
    return {
      303: {
        description: 'To an address from the session.',
        headers: headers({ 'request-id': 'RequestId', location: 'Location' }),
      },
    };
  const shown = played.filter(({ status }) => status === 200);
  return {
    200: {
      description: 'Done.',
      headers: headers({
        'request-id': 'RequestId',
        ...(idempotent && { 'idempotent-replayed': 'IdempotentReplayed' }),
        ...(etag === 'answered' && { etag: 'ETag' }),
      }),
      content: {
        'application/json': {
          schema: oneOf(answers),
          ...mediaExamples(shown.map(({ name, summary, answer }) => ({ name, summary, value: answer }))),
        },
      },
    },
  };
};

const oneOf = (names: readonly string[]): JsonSchema => {
  const [only, ...others] = names.map(reference);
  return only && others.length === 0 ? only : { oneOf: names.map(reference) };
};

const securityOf = ({ route: { token, scope } }: RouteOperation): Operation['security'] => {
  switch (token) {
    case 'none':
      return [];
    case 'api_key':
      return [{ apiKey: scope ? [scope] : [] }];
    case 'any':
    case 'session_or_api_key':
      return [{ apiKey: scope ? [scope] : [] }, { clientSecret: [] }];
    case 'link_or_api_key':
      return [{ apiKey: scope ? [scope] : [] }, { paymentLink: [] }];
    default:
      return token satisfies never;
  }
};

const pathParameters = ({ route, text }: RouteOperation): readonly Parameter[] =>
  [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const description = text.path?.[name];
    if (description === undefined) throw new Error(`${route.path}: ${name} has no description`);
    return { name, in: 'path', required: true, description, schema: { type: 'string' } };
  });

const stateParameter: Parameter = {
  name: 'state',
  in: 'query',
  required: true,
  description:
    'Signed by the service; names the attempt. Anything the PSP adds to the query is passed to its adapter.',
  schema: { type: 'string' },
};

const webhookBody = {
  required: true,
  content: {
    '*/*': { schema: { description: "The event in the PSP's own format, signed over its raw bytes." } },
  },
} as const;
