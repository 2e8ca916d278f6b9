import type { CheckoutSession } from '../types.ts';
import type { ConfirmPorts } from './confirm-session.ts';
import { fetchSession } from './fetch-session.ts';

export type Wishes = Pick<CheckoutSession, 'collect' | 'country'>;

/** What a session asks of the customer. Nothing if no answer comes: the confirm is refused then, and says that something is missing. */
export const readWishes = async (
  ports: Pick<ConfirmPorts, 'exchange'>,
  client_secret: string,
): Promise<Wishes> => (await fetchSession(ports, client_secret)) ?? { collect: [], country: null };
