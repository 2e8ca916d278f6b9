import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Bound } from './vault-ports.ts';

/** Bytes. */
export const nonceLength = 12;
const tagLength = 16;

type Place = Bound & { readonly field: 'number' | 'cvc' };

/** AES-256-GCM: nonce, ciphertext and tag in base64. The result can be opened for the same place only. `nonce` must be new for each text. */
export const seal = (key: Uint8Array, nonce: Uint8Array, text: string, place: Place): string => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(additional(place));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  );
};

/** Throws if the text was sealed with another key or for another place, or was changed. */
export const unseal = (key: Uint8Array, sealed: string, place: Place): string => {
  const bytes = Buffer.from(sealed, 'base64');
  const [nonce, tag] = [bytes.subarray(0, nonceLength), bytes.subarray(-tagLength)];
  const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  cipher.setAAD(additional(place)).setAuthTag(tag);
  return cipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + cipher.final('utf8');
};

const additional = ({ field, token, merchant, mode }: Place): Uint8Array =>
  Buffer.from(JSON.stringify([field, token, merchant, mode]));
