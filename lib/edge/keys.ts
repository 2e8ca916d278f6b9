import { findApiKey } from '../storage/api-keys.ts';
import { createCachedApiKeys } from '../storage/cached-api-keys.ts';
import type { ApiKeys } from '../types/ports.ts';
import { storage } from './dynamodb.ts';

/** The API keys of the environment's table (`TABLE_API_KEYS`), cached for a minute in this process. */
export const apiKeys = (): ApiKeys => {
  keys ??= createCachedApiKeys((hash) => findApiKey(storage(), hash), Date.now);
  return keys;
};

let keys: ApiKeys | undefined;
