import { refusals } from '#messages';
import type { CheckoutSession } from '../types.ts';
import type { ConfirmPorts } from './confirm-session.ts';
import { fetchSession } from './fetch-session.ts';
import { warnDeveloper } from './warn-developer.ts';

export type FrameOptions = Pick<CheckoutSession, 'collect' | 'country'>;

/**
 * The fields that a session requires from the customer. Nothing if no answer comes: the confirm is then refused with a message that something is
 * missing. The console shows a session that has expired.
 */
export const readOptions = async (
  ports: Pick<ConfirmPorts, 'exchange' | 'sleep'>,
  client_secret: string,
): Promise<FrameOptions> => {
  const session = await fetchSession(ports, client_secret);
  if (session?.status === 'expired')
    warnDeveloper({ status: 'refused', code: 'session_expired', message: refusals.session_expired });
  return session ?? { collect: [], country: null };
};
