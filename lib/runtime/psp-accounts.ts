import { capabilitiesOf } from '#capabilities';
import type { Account } from '../types/capabilities.ts';
import { requireVariable } from './environment.ts';

/** One account in `PSP_ACCOUNTS`. */
export type AccountEntry = {
  readonly psp: string;
  readonly base_url: string;
  readonly secret: string;
  readonly settings?: Readonly<Record<string, string>>;
};

/** The environment's PSP accounts, for code that only lists them. Throws if one has an unknown adapter. */
export const pspAccounts = (): readonly Account[] => {
  accounts ??= [...accountEntries()].map(([id, { psp }]) => {
    const capabilities = Object.hasOwn(capabilitiesOf, psp) ? capabilitiesOf[psp] : undefined;
    if (!capabilities) throw new Error(`PSP_ACCOUNTS: account ${id} names the unknown adapter ${psp}`);
    return { id, psp, capabilities };
  });
  return accounts;
};

/**
 * `PSP_ACCOUNTS` by account id: a JSON object; all accounts share the one secret, `{"stripe":{"psp":"stripe","base_url":"https://…","secret":"<secret
 * id>","settings":{}}}`.
 */
export const accountEntries = (): ReadonlyMap<string, AccountEntry> => {
  entries ??= new Map(
    Object.entries(JSON.parse(requireVariable('PSP_ACCOUNTS')) as Record<string, AccountEntry>),
  );
  return entries;
};

let entries: ReadonlyMap<string, AccountEntry> | undefined;
let accounts: readonly Account[] | undefined;
