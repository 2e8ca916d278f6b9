/** The tokens' secret as stored (`lib/http/token-secrets.ts` reads it). Keys and secrets are base64 of 32 random bytes. */
export type TokenSecret = {
  /** In both lists the first is used, all verify. */
  readonly signing_keys: readonly NamedKey[];
  readonly idempotency_secret: string;
  readonly request_keys: readonly NamedKey[];
  readonly fingerprint_secret: string;
};

type NamedKey = { readonly id: string; readonly secret: string };

/** 32 random bytes as base64. */
export type RandomSecret = () => string;

/** What a new environment starts with. */
export const newTokenSecret = (random: RandomSecret): TokenSecret => ({
  signing_keys: [{ id: 'k1', secret: random() }],
  idempotency_secret: random(),
  request_keys: [{ id: 'r1', secret: random() }],
  fingerprint_secret: random(),
});

/** The lists whose keys rotate, and the letter their ids begin with. */
const rotatingKeys = { signing_keys: 'k', request_keys: 'r' } as const;

type RotatingKeys = keyof typeof rotatingKeys;

/** Adds a key at the end of a list: every process can verify with it before any uses it. Nothing else changes. */
export const withAddedKey = (secret: TokenSecret, list: RotatingKeys, random: RandomSecret): TokenSecret => {
  const numbers = secret[list].map(({ id }) => Number(id.slice(1)));
  const id = `${rotatingKeys[list]}${Math.max(...numbers) + 1}`;
  return { ...secret, [list]: [...secret[list], { id, secret: random() }] };
};

/** The key added last is used from now on; the others still verify. */
export const withPromotedKey = (secret: TokenSecret, list: RotatingKeys): TokenSecret => {
  const keys = secret[list];
  return { ...secret, [list]: [...keys.slice(-1), ...keys.slice(0, -1)] };
};
