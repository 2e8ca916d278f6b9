import type { Header } from './open-api-document.ts';

const text = { type: 'string' } as const;

export const sharedHeaders: Readonly<Record<string, Header>> = {
  RequestId: { description: 'The id of the request, the same as in the logs.', schema: text },
  ShouldRetry: {
    description: 'Whether you can send the same call again.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  IdempotentReplayed: {
    description: '`true` if this is the answer to an earlier call with the same key.',
    schema: { type: 'string', const: 'true' },
  },
  ETag: { description: 'The version, in quotes, for `If-Match`.', schema: text },
  WwwAuthenticate: { description: 'What is wrong with the token (RFC 6750).', schema: text },
  Location: { description: 'Where the customer goes next.', schema: { type: 'string' } },
};

/** Headers by their wire names, as references. */
export const headers = (
  named: Readonly<Record<string, keyof typeof sharedHeaders>>,
): Readonly<Record<string, { readonly $ref: string }>> =>
  Object.fromEntries(
    Object.entries(named).map(([name, header]) => [name, { $ref: `#/components/headers/${header}` }]),
  );
