import { type Client, createClient } from '../../clients/server/src/index.ts';
import { findRunningService, type RunningServiceInfo, usualPort } from '../support/running-service.ts';

/** Where a command finds the service, and who it is there. */
export const serviceOptions = { url: { type: 'string' }, key: { type: 'string' } } as const;

type Service = { readonly url?: string | undefined; readonly key?: string | undefined };

/** What `--help` says of these options. */
export const callsTheApi = (scopes: string): string =>
  `It calls the API of the service on this machine (on PORT, else 4000), or at --url <address>, with an API key in --key or
API_KEY that has ${scopes}.`;

/** The server library for the service at `url`, with `key` or `API_KEY`; without `url`, for the one that runs on this machine, with `key` or its own. */
export const serviceClient = ({ url, key }: Service): Client => {
  if (url === undefined) {
    const { base_url, api_key } = localService();
    return clientOf(base_url, key ?? api_key);
  }
  const apiKey = key ?? process.env.API_KEY;
  if (apiKey === undefined) throw new Error(`${url}: name an API key with --key, or put it into API_KEY.`);
  return clientOf(url, apiKey);
};

const clientOf = (baseUrl: string, apiKey: string): Client => {
  try {
    return createClient({ baseUrl, apiKey });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error(error.message.replace(/^baseUrl:/, '--url:').replace(/^apiKey:/, '--key or API_KEY:'));
  }
};

/** The service that runs on this machine, on PORT, else 4000. Throws if there is none. */
export const localService = (): RunningServiceInfo => {
  const running = findRunningService();
  if (running) return running;
  throw new Error(
    `No service runs on port ${usualPort()}. Start it (npm start), set its port (PORT=…), or choose a deployed environment with --url, or with --env where a command takes it.`,
  );
};
