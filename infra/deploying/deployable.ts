import type { Environment } from '../environments.ts';
import type { Vault } from '../vaults.ts';
import { placeholdersIn, placeholdersOf } from './placeholders.ts';

export type Deployable<Site> = {
  /** Without the accounts that are left out. */
  readonly site: Site;
  /** One line for each account that is left out. */
  readonly warnings: readonly string[];
  /** What stops a deploy, one line each. */
  readonly problems: readonly string[];
};

/**
 * What is deployed of an environment or a vault in `file`. An account whose address or settings still hold a placeholder is left out. Once the site is
 * established, it stops the deploy instead: the account may hold charges. So does any other placeholder, and a site without an account.
 */
export const deployable = <Site extends Environment | Vault>(site: Site, file: string): Deployable<Site> => {
  const open = Object.entries(site.accounts).flatMap(([id, account]) => {
    const places = site.established ? [] : placeholdersOf(id, account);
    return places.length === 0 ? [] : [{ id, places }];
  });
  const out = new Set(open.map(({ id }) => id));
  const accounts = Object.fromEntries(Object.entries(site.accounts).filter(([id]) => !out.has(id)));
  const left = { ...site, accounts };
  return {
    site: left,
    warnings: open.map(
      ({ id, places }) =>
        `${id} is left out of ${site.name}: fill in ${places.join(' and ')} in ${file}. Until then, rules skip it`,
    ),
    problems: [
      ...placeholdersIn(left).map((path) => `${path} in ${file} is a placeholder`),
      ...(Object.keys(accounts).length === 0 ? [`${site.name} has no account in ${file}`] : []),
    ],
  };
};
