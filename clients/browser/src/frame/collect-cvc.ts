import type { ConfirmResult, SavedCard } from '../types.ts';
import type { ConfirmMethod } from './confirm-session.ts';
import { giveToVault, type VaultPorts } from './give-to-vault.ts';

type StoredMethod = Extract<ConfirmMethod, { readonly type: 'stored' }>;

/** A saved card with its security code, which only the vault gets. Returns a result instead if the code was not given. */
export const collectCvc = async (
  ports: VaultPorts,
  client_secret: string,
  { id }: SavedCard,
  cvc: string,
): Promise<StoredMethod | ConfirmResult> => {
  const taken = await giveToVault(ports, client_secret, { cvc });
  return 'status' in taken
    ? taken
    : { type: 'stored', id, initiator: 'customer', cvc_token: String(taken.token) };
};
