import type { CheckoutSession } from '../types.ts';
import { type ConfirmPorts, sessionRequest } from './confirm-session.ts';

export type Wishes = Pick<CheckoutSession, 'collect' | 'country'>;

/** What a session asks of the customer. Nothing if no answer comes: the confirm is refused then, and says that something is missing. */
export const readWishes = async (
  { exchange }: Pick<ConfirmPorts, 'exchange'>,
  client_secret: string,
): Promise<Wishes> => {
  const request = sessionRequest(client_secret);
  const answer = request ? await exchange(request) : 'lost';
  return answer !== 'lost' && answer.status === 200 && 'collect' in answer.body
    ? (answer.body as CheckoutSession)
    : { collect: [], country: null };
};
