import { type ApiKey, hasEnded, keyId } from '../types/api-key.ts';
import type { IssuedKey } from '../types/key-store.ts';

/** The keys that work at `now` (Unix milliseconds), from every secret. Pure. */
export const issuedKeys = (secrets: readonly ApiKey[], now: number): readonly IssuedKey[] => {
  const open = secrets.filter((secret) => secret.revoked_at === undefined && !hasEnded(secret, now));
  const replaced = open.flatMap(({ ends_at, ...secret }) =>
    ends_at === undefined ? [] : [{ ...secret, ends_at }],
  );
  return open
    .filter(({ ends_at }) => ends_at === undefined)
    .map((current) => ({
      current,
      earlier: replaced
        .filter((secret) => keyId(secret) === keyId(current))
        .sort((a, b) => b.ends_at - a.ends_at),
    }));
};
