import type { Words } from './words.ts';

export const keyWords: Words = {
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
