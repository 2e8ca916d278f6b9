import type { CheckoutSession } from '../types.ts';
import type { ConfirmPorts } from './confirm-session.ts';
import { fetchSession } from './fetch-session.ts';

export type Wishes = Pick<CheckoutSession, 'collect' | 'country'>;

/**
 * The fields that a session requires from the customer. Nothing if no answer comes: the confirm is then refused with a message that something is
 * missing.
 */
export const readWishes = async (
  ports: Pick<ConfirmPorts, 'exchange'>,
  client_secret: string,
): Promise<Wishes> => (await fetchSession(ports, client_secret)) ?? { collect: [], country: null };
