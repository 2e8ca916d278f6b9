import { addressGroup } from './address-group.ts';
import { hmacSha256 } from './hmac-sha256.ts';

/** The caller, as every log line of the call shows it. */
export type Caller = {
  /** `none`: a PSP or a returning customer, identified by a signature instead. */
  readonly token: 'api_key' | 'session' | 'link' | 'person' | 'none';
  /** The API key's id, as `npm run keys -- list` shows it. */
  readonly key?: string;
  /** For a person: the id of their sign-in. The audit trail names them. */
  readonly sign_in?: string;
  /** `addressName` of the caller's address, if the call changes data. */
  readonly address?: string;
};

/**
 * Log lines of one address can be grouped by this name, and a suspected address can be searched for. It cannot be turned back into an address without
 * the origin's proof. Undefined if there is no proof, because no distribution is in front.
 */
export const addressName = (address: string, [proof]: readonly string[]): string | undefined =>
  proof === undefined
    ? undefined
    : hmacSha256(keyOf(proof))
        .update(`log\n${addressGroup(address)}`)
        .digest('base64url')
        .slice(0, 16);

/** Caches the bytes, so that the HMAC's key is made once. */
const keyOf = (proof: string): Uint8Array => {
  const key = keys.get(proof) ?? Buffer.from(proof);
  keys.set(proof, key);
  return key;
};

const keys = new Map<string, Uint8Array>();
