import { expect, test } from '@jest/globals';
import { checkVerifiable } from '../../infra/keys/check-verifiable.ts';
import { newSigningKey, verifyingKeyOf } from '../../lib/runtime/signing-keys.ts';

test('a key signs only once those who verify know it, by its name and its public half', () => {
  const [g1, g2] = [newSigningKey('g1'), newSigningKey('g2')];
  const place = 'grant_keys in infra/vaults.ts';
  const promote = (...known: readonly (typeof g1)[]) => {
    return () => checkVerifiable(g2, { keys: known.map(verifyingKeyOf), place });
  };
  expect(promote(g1, g2)).not.toThrow();
  expect(promote(g1)).toThrow('Nothing was changed: grant_keys in infra/vaults.ts lacks g2');
  expect(promote(g1, newSigningKey('g2'))).toThrow('lacks g2');
  expect(promote(g1)).not.toThrow(g2.key);
});
