import { type ApiKey, endOf, hasEnded, keyId } from '../types/api-key.ts';
import { isRecent } from '../types/is-recent.ts';
import type { ApiKeys } from '../types/ports.ts';
import { parseApiKey } from './api-key-format.ts';

const keptMs = 60_000;
const maxEntries = 1_000;

type Entry = { readonly loaded: number; readonly found: Promise<ApiKey | undefined> };

/**
 * Finds API keys with one read per key and minute, so a revocation takes effect within a minute. Only valid keys are cached: an attacker's keys all
 * differ, and would evict the valid ones. A key with a wrong checksum costs no read. Keys are looked up by their SHA-256, so the time of a comparison
 * reveals nothing.
 */
export const createCachedApiKeys = (
  find: (hash: string) => Promise<ApiKey | undefined>,
  now: () => number,
): ApiKeys => {
  const entries = new Map<string, Entry>();

  const load = (hash: string): Promise<ApiKey | undefined> => {
    const entry: Entry = { loaded: now(), found: find(hash) };
    const forget = () => {
      if (entries.get(hash) === entry) entries.delete(hash);
    };
    entries.delete(hash);
    entries.set(hash, entry);
    dropOldest(entries);
    entry.found.then((key) => {
      if (!isValid(key)) forget();
    }, forget);
    return entry.found;
  };

  return {
    find: async (text, fresh = false) => {
      const parsed = parseApiKey(text);
      if (parsed === undefined) return 'unknown';
      const entry = entries.get(parsed.hash);
      const key = await (entry && !fresh && isRecent(entry.loaded, keptMs, now())
        ? entry.found
        : load(parsed.hash));
      if (key?.livemode !== parsed.livemode) return 'unknown';
      if (!isValid(key)) return 'revoked';
      if (hasEnded(key, now())) return 'ended';
      const { name, scopes, livemode } = key;
      return { id: keyId(key), name, scopes, livemode, end: endOf(key) };
    },
  };
};

const isValid = (key: ApiKey | undefined): key is ApiKey => key !== undefined && key.revoked_at === undefined;

const dropOldest = (entries: Map<string, Entry>): void => {
  if (entries.size <= maxEntries) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
};
