import type { ApiKey } from '../types/api-key.ts';
import { actorOf } from '../types/audit-entry.ts';
import type { Idempotency, Result } from '../types/result.ts';
import { changeKeys } from './change-keys.ts';
import type { KeyPorts } from './key-ports.ts';
import { refuseGrant } from './refuse-grant.ts';

export type KeyFields = Pick<ApiKey, 'name' | 'scopes'> & {
  /** Seconds until it ends; if absent, it never ends. */
  readonly expires_in?: number;
};

/** A new key, returned with its secret. Throws `grant_refused`. */
export const createKey = (
  ports: KeyPorts,
  { name, scopes, expires_in }: KeyFields,
  asked: Idempotency | undefined,
): Promise<Result> =>
  changeKeys(ports, asked, async () => {
    const { caller, request_id, livemode } = ports;
    const id = ports.newId('key');
    const created = Math.floor(ports.clock.now() / 1000);
    const end = expires_in === undefined ? {} : { expires_at: created + expires_in };
    refuseGrant(caller, { id, scopes, ...end }, { scopes: 'scopes', end: 'expires_in' });
    const { secret, ...stored } = ports.newSecret();
    const created_by = actorOf(caller.id);
    const key = { ...stored, id, name, scopes, livemode, created, created_by, ...end, request_id };
    return { writes: [{ put: key, expects: 'absent' }], shown: { key, secret } };
  });
