import type { Environment } from './environments.ts';

/** Words that stand for what only you know. */
const placeholder = /YOURPREFIX|YourMerchantAccount/;

/** Where an environment still has one, as `accounts.adyen.base_url`. */
export const placeholdersIn = (environment: Environment): readonly string[] => found(environment, '');

const found = (value: unknown, path: string): readonly string[] => {
  if (typeof value === 'string') return placeholder.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => found(inner, path === '' ? key : `${path}.${key}`));
};
