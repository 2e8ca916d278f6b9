import type { VaultAccount } from '../../lib/custody/custody-ports.ts';
import type { NamedDer } from '../../lib/vault/signed-text.ts';
import type { AwsCredentials } from '../aws/check-signature.ts';

/** What the vault's process is started with, in the variable `VAULT_SETTINGS` (JSON). */
export type VaultSettings = {
  readonly docs_url: string;
  /** Origins whose pages may show the card fields, besides this machine's own. */
  readonly frame_ancestors: readonly string[];
  /** The router's, to verify. */
  readonly grant_keys: readonly NamedDer[];
  readonly accounts: Readonly<Record<string, VaultAccount>>;
  /** As the vault's secret of PSP credentials. */
  readonly psp: Readonly<Record<string, { readonly api_key: string }>>;
  /** What invocations and the vault's own calls are signed with; undefined: the owner's own, and any are accepted. */
  readonly credentials?: AwsCredentials;
  /** The router's store, if that is elsewhere: used where this machine has no server to start. */
  readonly dynamodb?: string;
  /** Keeps the cards there, encrypted; in memory if undefined. */
  readonly dataDir?: string;
};

/** The one line that the process writes once it can work; everything after it is its log. */
export type VaultReady = {
  readonly merchant: string;
  readonly url: string;
  readonly forward: string;
  readonly manage: string;
  readonly receipt_keys: readonly NamedDer[];
  readonly endpoint_url: string;
};
