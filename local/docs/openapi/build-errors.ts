import { type ErrorCode, errorCodes } from '../../../lib/types/error-codes.ts';
import type { PlayedExample } from '../examples/examples.ts';
import { reference } from './component-schemas.ts';
import { mediaExamples } from './media-examples.ts';
import type { Response } from './open-api-document.ts';
import type { RouteOperation } from './route-operations.ts';
import { schemaNameOf } from './schema-name.ts';
import { headers } from './shared-headers.ts';

/** The errors of an operation, one entry per status, with their codes. */
export const buildErrors = (
  { codes }: RouteOperation,
  examples: readonly PlayedExample[],
): Readonly<Record<string, Response>> => {
  const statuses = [...new Set(codes.map((code) => errorCodes[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      buildError(
        status,
        codes.filter((code) => errorCodes[code].status === status),
        examples.filter((example) => example.status === status),
      ),
    ]),
  );
};

const buildError = (
  status: number,
  codes: readonly ErrorCode[],
  examples: readonly PlayedExample[],
): Response => {
  const types = [...new Set(codes.map((code) => errorCodes[code].type))].map(schemaNameOf).map(reference);
  const waits = status === 409 || status === 429 || status === 503;
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headers({
      'request-id': 'RequestId',
      'should-retry': 'ShouldRetry',
      ...(waits && { 'retry-after': 'RetryAfter' }),
      ...(codes.some(isAboutToken) && { 'www-authenticate': 'WwwAuthenticate' }),
    }),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { error: types.length === 1 && types[0] ? types[0] : { oneOf: types } },
          required: ['error'],
          additionalProperties: false,
        },
        ...mediaExamples(examples.map(({ name, summary, answer }) => ({ name, summary, value: answer }))),
      },
    },
  };
};

const isAboutToken = (code: ErrorCode): boolean =>
  code === 'token_missing' || code === 'token_invalid' || code === 'scope_missing';
