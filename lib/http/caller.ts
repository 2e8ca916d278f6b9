import { addressGroup } from './address-group.ts';
import { hmacSha256 } from './hmac-sha256.ts';

/** The caller, as every log line of the call shows it. */
export type Caller = {
  /** `none`: a PSP or a returning customer, known by a signature instead. */
  readonly token: 'api_key' | 'session' | 'link' | 'person' | 'none';
  /** The API key's id, as `npm run keys -- list` shows it. */
  readonly key?: string;
  /** Of a person: their sign-in's id. The audit trail says who they are. */
  readonly sign_in?: string;
  /** `addressName` of the caller's address, if the call changes something. */
  readonly address?: string;
};

/**
 * A name for an address that means nothing without the origin's proof: lines of one address can be grouped, and a suspected address can be searched
 * for. Undefined if no distribution is in front, so that there is no proof.
 */
export const addressName = (address: string, [proof]: readonly string[]): string | undefined =>
  proof === undefined
    ? undefined
    : hmacSha256(keyOf(proof))
        .update(`log\n${addressGroup(address)}`)
        .digest('base64url')
        .slice(0, 16);

/** The same bytes each time: the HMAC's key is made once. */
const keyOf = (proof: string): Uint8Array => {
  const key = keys.get(proof) ?? Buffer.from(proof);
  keys.set(proof, key);
  return key;
};

const keys = new Map<string, Uint8Array>();
