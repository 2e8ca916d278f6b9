import type { ApiKey } from '../types/api-key.ts';
import { actorOf } from '../types/audit-entry.ts';
import type { IssuedKey, KeyWrite } from '../types/key-store.ts';
import type { Idempotency, Result } from '../types/result.ts';
import { changeKeys } from './change-keys.ts';
import { issuedKey } from './issued-key.ts';
import type { KeyPorts } from './key-ports.ts';

/** Ends the key with all its secrets. It stays stored, so that one can find out why it no longer works. Throws `resource_missing`. */
export const deleteKey = (ports: KeyPorts, id: string, asked: Idempotency | undefined): Promise<Result> =>
  changeKeys(ports, asked, async () => {
    const writes = revocation(await issuedKey(ports.store, id), {
      revoked_at: Math.floor(ports.clock.now() / 1000),
      revoked_by: actorOf(ports.caller.id),
      revoking_request_id: ports.request_id,
    });
    return { writes, shown: { deleted: id } };
  });

export type Revocation = Pick<ApiKey, 'revoked_by' | 'revoking_request_id'> & { readonly revoked_at: number };

/** The writes that revoke every secret of a key. */
export const revocation = ({ current, earlier }: IssuedKey, revoked: Revocation): readonly KeyWrite[] =>
  [current, ...earlier].map((secret) => ({ put: { ...secret, ...revoked }, expects: secret }));
