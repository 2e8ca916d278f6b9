import { createEndpoint } from '../http/create-endpoint.ts';
import { findApiKey } from '../storage/api-keys.ts';
import { createCachedApiKeys } from '../storage/cached-api-keys.ts';
import { readSignIns } from '../storage/sign-ins.ts';
import type { ApiKeys } from '../types/ports.ts';
import { clock } from './clock.ts';
import { consoleSettings } from './console-settings.ts';
import { storage } from './dynamodb.ts';
import { hostedPages, livemode, publicUrl } from './environment.ts';
import { log } from './log.ts';
import { newId } from './new-id.ts';
import { sessionNames } from './session-names.ts';
import { tokens } from './tokens.ts';

/** The API keys in `TABLE_API_KEYS`, cached in this process for a minute. */
const apiKeys: ApiKeys = {
  find: (key, fresh) => {
    cached ??= createCachedApiKeys((hash) => findApiKey(storage(), hash), Date.now);
    return cached.find(key, fresh);
  },
};

let cached: ApiKeys | undefined;

/**
 * Digests of the secrets that the distributions in front send as proof (`ORIGIN_PROOFS`: SHA-256 in hex, oldest first, the console's own last; all
 * are accepted, so that they can be rotated). Empty if there is no distribution in front.
 */
const originProofs = (): readonly string[] => {
  proofs ??= withConsole((process.env.ORIGIN_PROOFS ?? '').split(',').filter((digest) => digest !== ''));
  return proofs;
};

const withConsole = (own: readonly string[]): readonly string[] =>
  own.length === 0 ? [] : [...own, ...(consoleSettings()?.proofs ?? [])];

let proofs: readonly string[] | undefined;

export const endpoint = createEndpoint({
  apiKeys,
  sessionNames,
  tokens,
  originProofs,
  console: consoleSettings,
  signIns: (person) => readSignIns(storage(), person),
  clock,
  log: log,
  requestId: () => newId('req'),
  get livemode() {
    return livemode();
  },
  get docs_url() {
    return `${publicUrl()}/docs/errors`;
  },
  get pages_url() {
    return hostedPages();
  },
});
