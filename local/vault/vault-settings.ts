import type { VaultAccount } from '../../lib/vault/vault-ports.ts';
import type { NamedDer } from '../../lib/vault-protocol/signed-text.ts';
import type { Credentials } from '../aws/credentials.ts';

/** The settings of the vault's process, in the variable `VAULT_SETTINGS` (JSON). */
export type VaultSettings = {
  readonly docs_url: string;
  /** Origins whose pages may embed the card fields, besides this machine's own. */
  readonly frame_ancestors: readonly string[];
  /** Origins of fonts for the card fields, besides this machine's own. */
  readonly font_origins: readonly string[];
  /** The router's public keys, to verify grants. */
  readonly grant_keys: readonly NamedDer[];
  readonly accounts: Readonly<Record<string, VaultAccount>>;
  /** The contents of the vault's secret of PSP credentials. */
  readonly psp: Readonly<Record<string, { readonly api_key: string }>>;
  /** Credentials that sign invocations and the vault's own calls. */
  readonly credentials: Credentials;
  /** The router's store, if that is elsewhere: used if this machine cannot start a server. */
  readonly dynamodb?: string;
  /** Keeps the cards there, encrypted; in memory if undefined. */
  readonly dataDir?: string;
};

/** The line that the process writes once it is ready; all later lines are its log. */
export type VaultReady = {
  readonly merchant: string;
  readonly url: string;
  readonly forward: string;
  readonly manage: string;
  readonly receipt_keys: readonly NamedDer[];
  readonly endpoint_url: string;
};
