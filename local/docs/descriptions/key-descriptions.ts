import type { Descriptions } from './descriptions.ts';

const key = {
  id: 'The id of the key. A rotation does not change it.',
  object: 'Always `api_key`.',
  name: 'Who uses it; null if nobody said.',
  scopes: 'What it may do.',
  created: 'When it was created, in Unix seconds.',
  created_by: 'Who created it; null if nobody knows.',
  expires_at: 'When it ends, in Unix seconds; null if it never does.',
};

export const keyDescriptions: Descriptions = {
  ApiKey: { '': 'An API key.', ...key },
  ApiKeyWithSecret: {
    '': 'An API key with its secret.',
    ...key,
    secret: 'What callers send as their token. It is shown this once; null in the answer to a repeat.',
  },
  DeletedApiKey: {
    '': 'A deleted API key.',
    id: 'The id of the key.',
    object: 'Always `api_key`.',
    deleted: 'Always true.',
  },
  Caller: {
    '': 'Who calls.',
    object: 'Always `caller`.',
    kind: '`api_key`, or `session` for the `client_secret` of a checkout session.',
    name: 'The name of the API key; null if it has none, and for a session.',
    role: 'Always null: neither a key nor a session has a role.',
    scopes: 'What the API key may do; empty for a session, which can read and confirm itself.',
    livemode: 'Whether payments here move real money.',
    environment: 'The environment that answers; `local` on your own machine.',
  },
};
