import { hash } from 'node:crypto';
import { allowedCalls } from '../../lib/vault/allowed-calls.ts';
import type { Vault } from '../vaults.ts';

/**
 * A vault sends cards to a PSP under keys only whose hashes are in its settings. Throws if the settings lack that of `api_key`: with it, every card
 * payment at the account would be refused.
 */
export const checkKeyHash = (
  account: string,
  api_key: string,
  { accounts }: Pick<Vault, 'accounts'>,
): void => {
  const { psp = '', key_hashes = [] } = accounts[account] ?? {};
  const call = Object.hasOwn(allowedCalls, psp) ? allowedCalls[psp] : undefined;
  const digest = hash('sha256', api_key);
  // Of some PSPs the vault has credentials of its own.
  if (call === undefined || call.key.held || key_hashes.includes(digest)) return;
  throw new Error(
    `Nothing was stored: the vault would send no card under this key. Add ${digest} to the hashes of ${account} in infra/vaults.ts, deploy the vault, and store the key then.`,
  );
};
