import { createEndpoint } from '../http/create-endpoint.ts';
import type { ApiKeys } from '../types/ports.ts';
import { clock } from './clock.ts';
import { livemode, publicUrl } from './environment.ts';
import { apiKeys } from './keys.ts';
import { newId } from './new-id.ts';
import { originProofs } from './origin-proofs.ts';
import { report } from './report.ts';
import { tokens } from './tokens.ts';

const keys: ApiKeys = { find: (key) => apiKeys().find(key) };

/** The wrapper of every function, bound to this process. */
export const endpoint = createEndpoint({
  apiKeys: keys,
  tokens,
  originProofs,
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
