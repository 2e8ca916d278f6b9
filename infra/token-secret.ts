import type { NamedDer } from '../lib/vault/signed-text.ts';

/** The tokens' secret as stored (`lib/http/token-secrets.ts` reads it). Keys and secrets are base64 of 32 random bytes. */
export type TokenSecret = {
  /** In every list, the first key is used and all verify. */
  readonly signing_keys: readonly NamedKey[];
  readonly idempotency_secret: string;
  readonly request_keys: readonly NamedKey[];
  readonly fingerprint_secret: string;
  /** Sign grants for the vault. An older secret has none. */
  readonly grant_keys?: readonly NamedDer[];
};

type NamedKey = { readonly id: string; readonly secret: string };

/** Makes new keys and secrets: 32 random bytes as base64, and an Ed25519 key with that id. */
export type NewKeys = { readonly secret: () => string; readonly signing: (id: string) => NamedDer };

/** The contents for a new environment. */
export const newTokenSecret = ({ secret, signing }: NewKeys): Required<TokenSecret> => ({
  signing_keys: [{ id: 'k1', secret: secret() }],
  idempotency_secret: secret(),
  request_keys: [{ id: 'r1', secret: secret() }],
  fingerprint_secret: secret(),
  grant_keys: [signing('g1')],
});

/** The lists whose keys rotate, and the letter their ids begin with. */
const rotatingKeys = { signing_keys: 'k', request_keys: 'r', grant_keys: 'g' } as const;

type RotatingKeys = keyof typeof rotatingKeys;

/** Adds a key at the end of a list, so that every process can verify with it before any uses it. Nothing else changes. */
export const withAddedKey = (secret: TokenSecret, list: RotatingKeys, make: NewKeys): TokenSecret => {
  const keys: readonly (NamedKey | NamedDer)[] = secret[list] ?? [];
  const made = (id: string) => (list === 'grant_keys' ? make.signing(id) : { id, secret: make.secret() });
  return { ...secret, [list]: [...keys, made(nextId(keys, rotatingKeys[list]))] };
};

/** Uses the key added last from now on; the others still verify. */
export const withPromotedKey = (secret: TokenSecret, list: RotatingKeys): TokenSecret => ({
  ...secret,
  [list]: lastFirst<NamedKey | NamedDer>(secret[list] ?? []),
});

/** `k3` after `k1` and `k2`. */
export const nextId = (keys: readonly { readonly id: string }[], letter: string): string =>
  `${letter}${Math.max(0, ...keys.map(({ id }) => Number(id.slice(1)))) + 1}`;

export const lastFirst = <Key>(keys: readonly Key[]): readonly Key[] => [
  ...keys.slice(-1),
  ...keys.slice(0, -1),
];
