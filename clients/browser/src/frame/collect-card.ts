import { notASecret } from '../session-of.ts';
import type { ConfirmResult } from '../types.ts';
import type { ConfirmCard, ConfirmMethod, ConfirmPorts } from './confirm-session.ts';
import { sessionRequest } from './confirm-session.ts';
import { nothingSent, readSession, refusalOf } from './read-answer.ts';

type TokenMethod = Extract<ConfirmMethod, { readonly type: 'card_token' }>;

/**
 * Gives the card to the vault that serves this document, under the session's own grant. The vault returns a token, not a card, and the service gets
 * only that. Returns a result instead if the card was not given, or the session can no longer be paid.
 */
export const collectCard = async (
  { exchange }: Pick<ConfirmPorts, 'exchange'>,
  client_secret: string,
  card: ConfirmCard,
): Promise<TokenMethod | ConfirmResult> => {
  const request = sessionRequest(client_secret);
  if (!request) return notASecret;
  const read = await exchange(request);
  if (read !== 'lost' && [401, 404].includes(read.status)) return refusalOf(read);
  const seen = readSession(read);
  // From the bank's page a customer may come back with another card.
  const away = seen.kind === 'settled' && seen.result.status === 'redirecting';
  const expired = seen.kind === 'unpaid' && seen.result.status === 'refused';
  if ((seen.kind === 'settled' && !away) || expired) return seen.result;
  const vault = read !== 'lost' && 'vault' in read.body ? (read.body.vault as Offer | null) : null;
  if (!vault) return away ? seen.result : nothingSent;
  const answer = await exchange({ at: 'vault', path: '/v1/cards', token: vault.grant, body: { card } });
  if (answer === 'lost') return nothingSent;
  if (answer.status !== 201) return refusalOf(answer);
  const { token, receipt } = answer.body as Readonly<Record<string, unknown>>;
  return { type: 'card_token', token: String(token), receipt: String(receipt) };
};

type Offer = { readonly grant: string };
