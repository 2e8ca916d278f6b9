/** The tokens' secret as it is stored (`lib/http/token-secrets.ts` reads it). Keys and secrets are base64 of 32 random bytes. */
export type TokenSecret = {
  /** The first signs, all verify. */
  readonly signing_keys: readonly SigningKey[];
  readonly idempotency_secret: string;
  readonly fingerprint_secret: string;
};

type SigningKey = { readonly id: string; readonly secret: string };

/** 32 random bytes as base64. */
export type RandomSecret = () => string;

/** What a new environment starts with. */
export const newTokenSecret = (random: RandomSecret): TokenSecret => ({
  signing_keys: [{ id: 'k1', secret: random() }],
  idempotency_secret: random(),
  fingerprint_secret: random(),
});

/** One more signing key, last: every process can verify with it before any signs with it. Nothing else changes. */
export const withAddedKey = (secret: TokenSecret, random: RandomSecret): TokenSecret => {
  const numbers = secret.signing_keys.map(({ id }) => Number(id.slice(1)));
  const id = `k${Math.max(...numbers) + 1}`;
  return { ...secret, signing_keys: [...secret.signing_keys, { id, secret: random() }] };
};

/** The key added last signs from now on; the others go on verifying what they signed. */
export const withPromotedKey = (secret: TokenSecret): TokenSecret => {
  const { signing_keys } = secret;
  return { ...secret, signing_keys: [...signing_keys.slice(-1), ...signing_keys.slice(0, -1)] };
};
