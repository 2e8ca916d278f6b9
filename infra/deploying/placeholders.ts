import type { AccountSettings, Environment } from '../environments.ts';
import type { Vault } from '../vaults.ts';

/** Words that stand for values that only you know. */
const placeholder = /YOUR[A-Z]|YourMerchantAccount/;

/** Where an environment or a vault still has one, such as `accounts.adyen.base_url`. */
export const placeholdersIn = (site: Environment | Vault): readonly string[] => found(site, '');

const found = (value: unknown, path: string): readonly string[] => {
  if (typeof value === 'string') return placeholder.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => found(inner, path === '' ? key : `${path}.${key}`));
};

/** Places in an account's address and settings, which the PSP gives you. */
export const placeholdersOf = (id: string, { base_url, settings }: AccountSettings): readonly string[] =>
  found({ base_url, settings }, `accounts.${id}`);
