import { createEndpoint } from '../http/create-endpoint.ts';
import { clock } from './clock.ts';
import { livemode, required } from './environment.ts';
import { newId } from './new-id.ts';
import { report } from './report.ts';

/**
 * The wrapper of the vault's own calls: the same as the API's, but without API keys and tokens. `DOCS_URL`: the page that explains the error codes.
 */
export const vaultEndpoint = createEndpoint({
  apiKeys: { find: () => Promise.resolve('unknown') },
  tokens: () => Promise.reject(new Error('The vault has none of the router’s keys.')),
  originProofs: () => [],
  clock,
  report,
  requestId: () => newId('req'),
  get livemode() {
    return livemode();
  },
  get docs_url() {
    return required('DOCS_URL');
  },
});
