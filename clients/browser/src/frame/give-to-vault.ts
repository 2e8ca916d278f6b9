import { notASecret } from '../session-of.ts';
import type { CheckoutSession, ConfirmResult } from '../types.ts';
import type { ConfirmCard, ConfirmPorts } from './confirm-session.ts';
import { followOther, sessionRequest } from './confirm-session.ts';
import { endOf } from './end-of.ts';
import { nothingSent, readSession, refusalOf } from './read-answer.ts';

/** The vault's token for what it took, and for a card its receipt. */
export type Taken = { readonly token: string; readonly receipt?: string };

export type VaultPorts = Pick<ConfirmPorts, 'exchange' | 'now' | 'sleep'>;

/**
 * Gives a card, or the security code of a saved one, to the vault that serves this document, under the session's own grant. Returns a result instead if
 * it was not given, or the session can no longer be paid; of a payment that is not known yet, what becomes of it.
 */
export const giveToVault = async (
  ports: VaultPorts,
  client_secret: string,
  given: { readonly card: ConfirmCard } | { readonly cvc: string },
): Promise<Taken | ConfirmResult> => {
  const { exchange } = ports;
  const request = sessionRequest(client_secret);
  if (!request) return notASecret;
  const read = await exchange(request);
  const ended = endOf(read);
  if (ended) return ended;
  const seen = readSession(read);
  const { vault } = read === 'lost' ? {} : (read.body as Partial<CheckoutSession>);
  // Called refused, it would count as not charged.
  if (!vault && seen.kind === 'open') return followOther(ports, request);
  // From the bank's page a customer may come back with another card, unless the session offers no vault.
  if (!vault) return seen.kind === 'settled' ? seen.result : nothingSent;
  const response = await exchange({ at: 'vault', path: '/v1/cards', token: vault.grant, body: given });
  if (response === 'lost') return nothingSent;
  return response.status === 201 ? (response.body as Taken) : refusalOf(response);
};
