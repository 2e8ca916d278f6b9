import { createApiKeyBody } from '../../../lib/contract/bodies/create-api-key-body.ts';
import { rotateApiKeyBody } from '../../../lib/contract/bodies/rotate-api-key-body.ts';
import { keyFilters } from '../../../lib/contract/filters/key-filters.ts';
import { listQueryDescriptions } from './list-descriptions.ts';
import type { OperationText } from './operation-text.ts';

const path = { id: 'The id of the API key.' };
const grants =
  'No key gives a scope or an end beyond its own. Only people give `keys:write`, `charges:decide` and `routing:approve`, at the console or the command line. Whoever may approve rules gives `routing:write` to nobody else.';

export const keyOperations = {
  createApiKey: {
    tag: 'API keys',
    summary: 'Create an API key',
    description: `The answer has the secret, this once: only its hash is stored, and a repeat under the same \`Idempotency-Key\` has \`null\`. ${grants}`,
    body: {
      name: 'CreateApiKey',
      schema: createApiKeyBody,
      descriptions: {
        '': 'A key for one caller.',
        name: 'Who uses it, for people.',
        scopes: 'What it may do.',
        expires_in: 'Seconds until it ends, at least 60. Without it, it never ends.',
      },
    },
    answers: ['ApiKeyWithSecret'],
    errors: ['grant_refused'],
  },
  listApiKeys: {
    tag: 'API keys',
    summary: 'List API keys',
    description: 'The keys that work, newest first. None is left out or late.',
    query: { schema: keyFilters, descriptions: listQueryDescriptions },
    answers: ['ApiKeyList'],
    errors: [],
  },
  retrieveApiKey: {
    tag: 'API keys',
    summary: 'Retrieve an API key',
    description:
      'The key without its secret, which nobody can look up. A key that was deleted or has ended is gone.',
    path,
    answers: ['ApiKey'],
    errors: ['resource_missing'],
  },
  deleteApiKey: {
    tag: 'API keys',
    summary: 'Delete an API key',
    description: 'It stops working within a minute, with every secret that it had. A key may delete itself.',
    path,
    answers: ['DeletedApiKey'],
    errors: ['resource_missing', 'parameter_invalid'],
  },
  rotateApiKey: {
    tag: 'API keys',
    summary: 'Rotate the secret',
    description: `Gives the key a new secret, which only this answer has. The old one works for \`expires_in\` seconds more, and so do older ones at most; up to ten work at a time. A secret that ends stops working within a minute. The key keeps its id, name, scopes and end. ${grants} A key may rotate itself, whatever its scopes, but not with a secret that ends before the key does.`,
    path,
    body: {
      name: 'RotateApiKey',
      schema: rotateApiKeyBody,
      descriptions: {
        '': 'How long the old secret stays valid.',
        expires_in: 'In seconds, at most seven days. The default is one day; 0 ends it at once.',
      },
    },
    answers: ['ApiKeyWithSecret'],
    errors: ['resource_missing', 'grant_refused'],
  },
  retrieveCaller: {
    tag: 'API keys',
    summary: 'Retrieve the caller',
    description:
      'Who you are to this API: what the token of this call is, what it may do, and where. Every valid token may ask. A person signed in at the console is a `user` with a `role`. A `client_secret` counts for as long as it is genuine, even if its session has ended.',
    answers: ['Caller'],
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperationText>>;
