import type { OperationText } from './operation-text.ts';

export const keyOperations = {
  retrieveCaller: {
    tag: 'API keys',
    summary: 'Retrieve the caller',
    description:
      'Who you are to this API: what the token of this call is, what it may do, and where. Every valid token may ask. A `client_secret` counts for as long as it is genuine, even if its session has ended.',
    answers: ['Caller'],
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
