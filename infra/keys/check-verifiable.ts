import { verifyingKeyOf } from '../../lib/runtime/signing-keys.ts';
import type { NamedDer } from '../../lib/vault-protocol/signed-text.ts';

type Verifiers = { readonly keys: readonly NamedDer[]; readonly place: string };

/** Before a key signs, those who verify have to know it: otherwise they would refuse everything. Throws if the settings at `place` lack it. */
export const checkVerifiable = (key: NamedDer, { keys, place }: Verifiers): void => {
  const public_half = verifyingKeyOf(key);
  if (keys.some((known) => known.id === public_half.id && known.key === public_half.key)) return;
  throw new Error(
    `Nothing was changed: ${place} lacks ${key.id}, and what it signs would be refused. Add ${JSON.stringify(public_half)} there, deploy that, and promote the key then.`,
  );
};
