import type { CheckoutSession } from '../types.ts';
import { type ConfirmPorts, sessionRequest } from './confirm-session.ts';
import { insist } from './insist.ts';
import { isSession, refusalOf } from './read-answer.ts';
import { warnDeveloper } from './warn-developer.ts';

/** The session as read with its own token; undefined if the secret is malformed, or no answer comes. */
export const fetchSession = async (
  ports: Pick<ConfirmPorts, 'exchange' | 'sleep'>,
  client_secret: string,
): Promise<CheckoutSession | undefined> => {
  const request = sessionRequest(client_secret);
  const response = request ? await insist(ports, request) : 'lost';
  if (response === 'lost') return undefined;
  if (isSession(response.body)) return response.body;
  warnDeveloper(refusalOf(response));
  return undefined;
};
