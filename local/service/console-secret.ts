import { newSigningKey, verifyingKeyOf } from '../../lib/runtime/signing-keys.ts';
import type { NamedDer } from '../../lib/vault-protocol/signed-text.ts';
import type { SecretsManager } from '../aws/secrets-manager.ts';
import { consoleSecretId } from './function-environment.ts';

/** Fills in the secret that signs people's tokens, if it is missing, and returns the keys that verify them. */
export const fillConsoleSecret = ({ read, rotate }: SecretsManager): readonly NamedDer[] => {
  const stored = read(consoleSecretId);
  const { keys } = (stored === undefined ? { keys: [newSigningKey('s1')] } : JSON.parse(stored)) as {
    readonly keys: readonly NamedDer[];
  };
  if (stored === undefined) rotate(consoleSecretId, JSON.stringify({ keys }));
  return keys.map(verifyingKeyOf);
};
