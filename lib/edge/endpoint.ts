import { createEndpoint } from '../http/create-endpoint.ts';
import type { ApiKeys } from '../types/ports.ts';
import { clock } from './clock.ts';
import { livemode, publicUrl } from './environment.ts';
import { apiKeys } from './keys.ts';
import { newId } from './new-id.ts';
import { originSecrets } from './origin-secrets.ts';
import { readAhead } from './read-ahead.ts';
import { report } from './report.ts';
import { tokens } from './tokens.ts';

const keys: ApiKeys = { find: (key) => apiKeys().find(key) };

const bound = createEndpoint({
  apiKeys: keys,
  tokens,
  originSecrets,
  clock,
  report,
  requestId: () => newId('req'),
  get livemode() {
    return livemode();
  },
  get docs_url() {
    return `${publicUrl()}/docs/errors`;
  },
});

/** The wrapper of every function, bound to this process. */
export const endpoint: typeof bound = (route, schema, run) => {
  if (route.changes) readAhead(originSecrets);
  return bound(route, schema, run);
};
