import { newSigningKey } from '../../lib/edge/signing-keys.ts';
import type { NamedDer } from '../../lib/vault/signed-text.ts';
import type { SecretsManager } from '../aws/secrets-manager.ts';
import { tokensSecretId } from '../function-environment.ts';

/** The router's keys that sign grants, newest first. A stored secret from before grants existed gets one. */
export const grantKeysOf = ({ read, rotate }: SecretsManager): readonly NamedDer[] => {
  const secret = JSON.parse(read(tokensSecretId) ?? '{}') as { readonly grant_keys?: readonly NamedDer[] };
  if (secret.grant_keys) return secret.grant_keys;
  const grant_keys = [newSigningKey('g1')];
  rotate(tokensSecretId, JSON.stringify({ ...secret, grant_keys }));
  return grant_keys;
};
