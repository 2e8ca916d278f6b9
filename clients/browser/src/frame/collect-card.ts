import type { ConfirmResult } from '../types.ts';
import type { ConfirmCard, ConfirmMethod } from './confirm-session.ts';
import { giveToVault, type VaultPorts } from './give-to-vault.ts';

type TokenMethod = Extract<ConfirmMethod, { readonly type: 'card_token' }>;

/** The vault returns a token, not a card, and the service gets only that. Returns a result instead if the card was not given. */
export const collectCard = async (
  ports: VaultPorts,
  client_secret: string,
  card: ConfirmCard,
): Promise<TokenMethod | ConfirmResult> => {
  const taken = await giveToVault(ports, client_secret, { card });
  if ('status' in taken) return taken;
  const { token, receipt } = taken;
  return { type: 'card_token', token: String(token), receipt: String(receipt) };
};
