import { createEndpoint } from '../http/create-endpoint.ts';
import { clock } from './clock.ts';
import { livemode, requireVariable } from './environment.ts';
import { log } from './log.ts';
import { newId } from './new-id.ts';

const noKeys = (): Promise<never> => Promise.reject(new Error('The vault has none of the router’s keys.'));

const noSessions = (): Promise<never> => Promise.reject(new Error('The vault knows no sessions.'));

/** The wrapper of the vault's own calls: the API's, without API keys and tokens. `DOCS_URL`: the page that explains the error codes. */
export const vaultEndpoint = createEndpoint({
  apiKeys: { find: () => Promise.resolve('unknown') },
  tokens: { sessions: noKeys, records: noKeys, lists: noKeys, webhooks: noKeys },
  sessionNames: noSessions,
  originProofs: () => [],
  console: () => undefined,
  signIns: () => Promise.reject(new Error('Nobody signs in at the vault.')),
  clock,
  log: log,
  requestId: () => newId('req'),
  get livemode() {
    return livemode();
  },
  get docs_url() {
    return requireVariable('DOCS_URL');
  },
});
