import type { FromFrame } from '../protocol.ts';
import type { SavedCard } from '../types.ts';
import { type ConfirmPorts, sessionRequest } from './confirm-session.ts';
import { declineWords } from './decline-words.ts';
import { endOf } from './end-of.ts';
import { forCustomer } from './for-customer.ts';
import { insist } from './insist.ts';
import { offerOf } from './offer-of.ts';
import { isSession } from './read-answer.ts';
import type { FrameOptions } from './read-options.ts';
import { showNotice } from './show-notice.ts';
import { warnDeveloper } from './warn-developer.ts';

type Handlers = {
  readonly send: (message: FromFrame) => void;
  readonly ask: (options: FrameOptions) => unknown;
  readonly offer: (cards: readonly SavedCard[]) => void;
};

/**
 * Reads the session of a payment element before anybody pays. The page learns what its wallets may ask for, or how the session has ended; the customer,
 * why the last try failed.
 */
export const openPayment = async (
  ports: Pick<ConfirmPorts, 'exchange' | 'sleep'>,
  client_secret: string,
  { send, ask, offer: offerCards }: Handlers,
): Promise<void> => {
  const request = sessionRequest(client_secret);
  if (!request) return;
  const response = await insist(ports, request);
  const ended = endOf(response);
  if (ended) {
    warnDeveloper(ended);
    const result = forCustomer(ended);
    if (result.status === 'refused' && result.code === 'session_expired') showNotice(result.message, 'bad');
    send({ type: 'result', id: 0, result });
  }
  if (ended || response === 'lost' || !isSession(response.body)) return;
  const session = response.body;
  ask(session);
  offerCards(session.vault?.saved_cards ?? []);
  const offer = offerOf(session);
  if (offer) send({ type: 'offer', offer });
  const { last_payment_error: failed, next_action } = session;
  if (failed && !next_action) showNotice(declineWords(failed.decline_code), 'bad');
};
