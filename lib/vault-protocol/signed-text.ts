import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** An Ed25519 key as base64 of DER: PKCS #8 to sign, SPKI to verify. `id`: 1 to 16 characters a-z, 0-9. */
export type NamedDer = { readonly id: string; readonly key: string };

const form = /^([a-z]{2})_([A-Za-z0-9_-]+)\.([a-z0-9]{1,16})\.([A-Za-z0-9_-]{86})$/;

/** `<kind>_<JSON in base64url>.<key id>.<signature>`: anybody can read it; only the holder of the key can make it. `kind` is signed too. */
export const signText = (kind: string, content: object, { id, key }: NamedDer): string => {
  const text = `${kind}_${Buffer.from(JSON.stringify(content)).toString('base64url')}.${id}`;
  const signer = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  return `${text}.${sign(null, Buffer.from(text), signer).toString('base64url')}`;
};

/** The text, if one of the keys has signed it as `kind`; otherwise undefined. */
export const verifyText = (kind: string, signed: string, keys: readonly NamedDer[]): unknown => {
  const [, found, content = '', key_id, signature = ''] = form.exec(signed) ?? [];
  const named = keys.find(({ id }) => id === key_id);
  if (found !== kind || !named) return undefined;
  const key = createPublicKey({ key: Buffer.from(named.key, 'base64'), format: 'der', type: 'spki' });
  const text = signed.slice(0, signed.lastIndexOf('.'));
  if (!verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))) return undefined;
  try {
    return JSON.parse(Buffer.from(content, 'base64url').toString());
  } catch {
    return undefined;
  }
};
