import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { NamedDer } from '../vault-protocol/signed-text.ts';

export const newSigningKey = (id: string): NamedDer => ({
  id,
  key: generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
});

export const verifyingKeyOf = ({ id, key }: NamedDer): NamedDer => {
  const signs = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  return { id, key: createPublicKey(signs).export({ format: 'der', type: 'spki' }).toString('base64') };
};
