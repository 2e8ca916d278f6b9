import { keyId } from '../types/api-key.ts';
import { actorOf } from '../types/audit-entry.ts';
import type { IssuedKey, KeyWrite } from '../types/key-store.ts';
import type { Idempotency, Result } from '../types/result.ts';
import { changeKeys } from './change-keys.ts';
import { issuedKey } from './issued-key.ts';
import type { KeyPorts } from './key-ports.ts';
import { refuseGrant } from './refuse-grant.ts';

/** How many replaced secrets of a key may be valid at a time. */
const maxEarlier = 10;

/**
 * A new secret for the same key, returned with it. The secret that it replaces is valid for `expires_in` more seconds, and earlier ones no longer
 * than that. Throws `resource_missing`, and `grant_refused` for a key whose secret the caller could not have made.
 */
export const rotateKey = (
  ports: KeyPorts,
  id: string,
  { expires_in }: { readonly expires_in: number },
  asked: Idempotency | undefined,
): Promise<Result> =>
  changeKeys(ports, asked, async () => {
    const found = await issuedKey(ports.store, id);
    const { current } = found;
    refuseGrant(ports.caller, { ...current, id: keyId(current) }, { scopes: 'id', end: 'id' });
    const now = Math.floor(ports.clock.now() / 1000);
    const { secret, ...stored } = ports.newSecret();
    const key = {
      ...current,
      ...stored,
      id: keyId(current),
      rotated_at: now,
      rotated_by: actorOf(ports.caller.id),
      request_id: ports.request_id,
    };
    const ended = earlierEnds(found, { now, end: now + expires_in });
    return { writes: [{ put: key, expects: 'absent' }, ...ended], shown: { key, secret } };
  });

/** The secrets that are replaced, with their new ends. If there are too many, the next one to end is ended now. */
const earlierEnds = (
  { current, earlier }: IssuedKey,
  { now, end }: { readonly now: number; readonly end: number },
): readonly KeyWrite[] =>
  [current, ...earlier].flatMap((secret, index): readonly KeyWrite[] => {
    const ends_at = index < maxEarlier ? Math.min(secret.ends_at ?? end, end) : now;
    return ends_at === secret.ends_at ? [] : [{ put: { ...secret, ends_at }, expects: secret }];
  });
