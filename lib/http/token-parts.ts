import type { NamedDer } from '../vault-protocol/signed-text.ts';
import type { KeyPurpose } from './token-secrets.ts';

type StoredKey = { readonly id: string; readonly secret: string };

/** The parts of the signing secret as stored (`token-secrets.ts` reads them). Keys and secrets are base64 of 32 random bytes. */
export type TokenParts = {
  /** In every list, the first key is used and all verify. */
  readonly sessions: {
    readonly signing_keys: readonly StoredKey[];
    /** Sign grants for the vault. An older secret has none. */
    readonly grant_keys?: readonly NamedDer[];
  };
  readonly records: {
    readonly idempotency_secret: string;
    readonly request_keys: readonly StoredKey[];
    readonly fingerprint_secret: string;
  };
  readonly lists: { readonly cursor_keys: readonly StoredKey[] };
  readonly webhooks: { readonly webhook_secret: string };
};

export const keyPurposes: readonly KeyPurpose[] = ['sessions', 'records', 'lists', 'webhooks'];

/** The secret of an environment from before its keys were separated: the current version contained all of them. */
export type WholeSecret = TokenParts['sessions'] & TokenParts['records'];

/** Makes new keys and secrets: 32 random bytes as base64, and an Ed25519 key with that id. */
export type NewKeys = { readonly secret: () => string; readonly signing: (id: string) => NamedDer };

/**
 * The parts for a new environment, or those of `whole`, whose sessions, ids and webhook secrets stay valid. Only its list cursors are no longer
 * accepted.
 */
export const newTokenParts = ({ secret, signing }: NewKeys, whole?: WholeSecret): TokenParts => ({
  sessions: whole
    ? { signing_keys: whole.signing_keys, grant_keys: whole.grant_keys ?? [signing('g1')] }
    : { signing_keys: [{ id: 'k1', secret: secret() }], grant_keys: [signing('g1')] },
  records: whole
    ? {
        idempotency_secret: whole.idempotency_secret,
        request_keys: whole.request_keys,
        fingerprint_secret: whole.fingerprint_secret,
      }
    : {
        idempotency_secret: secret(),
        request_keys: [{ id: 'r1', secret: secret() }],
        fingerprint_secret: secret(),
      },
  lists: { cursor_keys: [{ id: 'c1', secret: secret() }] },
  // Merchants already have secrets that were derived from the idempotency secret.
  webhooks: { webhook_secret: whole?.idempotency_secret ?? secret() },
});
