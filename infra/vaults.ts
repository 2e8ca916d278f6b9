import type { CardLimits } from '../lib/vault/vault-ports.ts';
import type { NamedDer } from '../lib/vault-protocol/signed-text.ts';
import { type AccountSettings, type Environment, environments, type Throttle } from './environments.ts';
import type { Site } from './site.ts';

/** The vault of one environment, for an AWS account of its own (`docs/vault.md`). */
export type Vault = Site &
  Pick<Environment, 'own_key' | 'frame_ancestors' | 'font_origins' | 'domain' | 'established' | 'mode'> & {
    /** The merchant in grants and receipts; every card is bound to it, so it never changes. */
    readonly merchant: string;
    /** The environment, in this account and region, whose functions may have cards sent to PSPs. */
    readonly router: {
      readonly environment: string;
      readonly account: string;
      readonly region: string;
      /** Set once it has been deployed with this vault: AWS rejects names of roles that do not exist. */
      readonly deployed: boolean;
      /** Its origin, which has the page about error codes, and the hosted page that shows the frame. */
      readonly url: string;
      /** Verify its grants, newest first. */
      readonly grant_keys: readonly NamedDer[];
    };
    /** `key_hashes`: SHA-256 in hex of the PSP's keys, new and old. PayPal's credentials are the vault's own, in its secret. */
    readonly accounts: Readonly<Record<string, AccountSettings & { readonly key_hashes: readonly string[] }>>;
    readonly throttle: Throttle;
    /** Above a busy day of yours, with room. What is beyond is refused, and rings (`docs/vault.md`). */
    readonly limits: CardLimits;
  };

/** The environment's PSP accounts, each with its key hashes. */
const pinned = (
  accounts: Environment['accounts'],
  hashes: Readonly<Record<string, readonly string[]>>,
): Vault['accounts'] =>
  Object.fromEntries(
    Object.entries(accounts).map(([id, account]) => [id, { ...account, key_hashes: hashes[id] ?? [] }]),
  );

const { dev: routerInDev, prod: routerInProd } = environments;

const dev: Vault = {
  name: 'dev-vault',
  mode: routerInDev.mode,
  merchant: 'YOURNAME',
  router: {
    environment: routerInDev.name,
    account: 'YOURACCOUNT',
    region: 'YOURREGION',
    deployed: false,
    url: 'https://YOURROUTER.cloudfront.net',
    grant_keys: [{ id: 'g1', key: 'YOURGRANTKEY' }],
  },
  accounts: pinned(routerInDev.accounts, {
    stripe: ['YOURKEYHASH'],
    adyen: ['YOURKEYHASH'],
    checkout_com: ['YOURKEYHASH'],
  }),
  frame_ancestors: routerInDev.frame_ancestors,
  own_key: true,
  protected: false,
  established: false,
  log_retention_days: 90,
  traced: false,
  throttle: { rate: 20, burst: 40 },
  limits: { a_minute: 60, a_day: 5_000, alike: 8 },
};

const prod: Vault = {
  ...dev,
  name: 'prod-vault',
  mode: routerInProd.mode,
  router: { ...dev.router, environment: routerInProd.name },
  accounts: pinned(routerInProd.accounts, {
    stripe: ['YOURKEYHASH'],
    adyen: ['YOURKEYHASH'],
    checkout_com: ['YOURKEYHASH'],
  }),
  frame_ancestors: routerInProd.frame_ancestors,
  protected: true,
  log_retention_days: 400,
  throttle: { rate: 100, burst: 200 },
  limits: { a_minute: 600, a_day: 100_000, alike: 8 },
};

/** By the router's environment. One that is not listed has no vault of ours. */
export const vaults: Readonly<Record<string, Vault>> = { dev, prod };

/** The vault of this environment; throws an error that lists the environments that have one. */
export const vaultNamed = (environment: string): Vault => {
  const found = vaults[environment];
  if (!found) throw new Error(`${environment} has no vault: use --env ${Object.keys(vaults).join('|')}`);
  return found;
};
