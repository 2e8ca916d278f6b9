import type { Example } from './example.ts';

export const keyStory: readonly Example[] = [
  { name: 'caller_read', operation: 'retrieveCaller', summary: 'Who am I?', status: 200 },
  {
    name: 'key_created',
    operation: 'createApiKey',
    summary: 'A key for customer service, for thirty days',
    body: () => ({
      name: 'Customer service',
      scopes: ['charges:read', 'refunds:write'],
      expires_in: 2_592_000,
    }),
    status: 200,
  },
  {
    name: 'key_refused',
    operation: 'createApiKey',
    summary: 'Only people give this scope',
    body: () => ({ name: 'A second pair of eyes', scopes: ['routing:approve'] }),
    status: 403,
  },
  {
    name: 'keys_listed',
    operation: 'listApiKeys',
    summary: 'The keys that work',
    status: 200,
  },
  {
    name: 'key_read',
    operation: 'retrieveApiKey',
    summary: 'One key',
    path: (answerOf) => ({ id: answerOf('key_created').id }),
    status: 200,
  },
  {
    name: 'key_rotated',
    operation: 'rotateApiKey',
    summary: 'A new secret; the old one works for an hour more',
    path: (answerOf) => ({ id: answerOf('key_created').id }),
    body: () => ({ expires_in: 3600 }),
    status: 200,
  },
  {
    name: 'key_deleted',
    operation: 'deleteApiKey',
    summary: 'No longer needed',
    path: (answerOf) => ({ id: answerOf('key_created').id }),
    status: 200,
  },
];
