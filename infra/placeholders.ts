import type { Environment } from './environments.ts';
import type { Vault } from './vaults.ts';

/** Words that stand for values that only you know. */
const placeholder = /YOUR[A-Z]|YourMerchantAccount/;

/** Where an environment or a vault still has one, such as `accounts.adyen.base_url`. */
export const placeholdersIn = (environment: Environment | Vault): readonly string[] => found(environment, '');

const found = (value: unknown, path: string): readonly string[] => {
  if (typeof value === 'string') return placeholder.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => found(inner, path === '' ? key : `${path}.${key}`));
};
