import { createClient } from '../clients/server/src/index.ts';
import { findRunningService, type RunningServiceInfo, usualPort } from './running-service.ts';

/** The server library for the service at `url`, with `key` or `API_KEY`; without `url`, for the one that runs on this machine, with `key` or its own. */
export const serviceClient = ({
  url,
  key,
}: {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}) => {
  if (url === undefined) {
    const { base_url, api_key } = localService();
    return createClient({ baseUrl: base_url, apiKey: key ?? api_key });
  }
  const apiKey = key ?? process.env.API_KEY;
  if (apiKey === undefined) throw new Error(`${url}: name an API key with --key, or put it into API_KEY.`);
  return createClient({ baseUrl: url, apiKey });
};

/** The service that runs on this machine, on PORT, else 4000. Throws if there is none. */
export const localService = (): RunningServiceInfo => {
  const running = findRunningService();
  if (running) return running;
  throw new Error(
    `No service runs on port ${usualPort()}. Start it (npm start), set its port (PORT=…), or choose a deployed environment with --url, or with --env where a command takes it.`,
  );
};
