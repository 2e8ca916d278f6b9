import { addressGroup } from './address-group.ts';
import { hmacSha256 } from './hmac-sha256.ts';

/** Who asks, as every log line of the call says it. */
export type Caller = {
  /** `none`: a PSP or a returning customer, known by a signature instead. */
  readonly token: 'api_key' | 'session' | 'none';
  /** Of the API key, as `npm run keys -- list` shows it. */
  readonly key?: string;
  /** `addressName` of where the call came from, where it changes something. */
  readonly address?: string;
};

/**
 * A name for an address that says nothing to who does not hold the origin's proof: lines of one address belong together, and an address that is
 * suspected can be looked for. Undefined where no distribution is in front, and so no proof.
 */
export const addressName = (address: string, [proof]: readonly string[]): string | undefined =>
  proof === undefined
    ? undefined
    : hmacSha256(keyOf(proof))
        .update(`log\n${addressGroup(address)}`)
        .digest('base64url')
        .slice(0, 16);

/** The same bytes each time, so that the HMAC's key is made once. */
const keyOf = (proof: string): Uint8Array => {
  const key = keys.get(proof) ?? Buffer.from(proof);
  keys.set(proof, key);
  return key;
};

const keys = new Map<string, Uint8Array>();
