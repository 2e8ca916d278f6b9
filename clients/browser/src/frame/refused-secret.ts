import { notASecret } from '../session-of.ts';
import type { ConfirmResult } from '../types.ts';
import { type ConfirmPorts, sessionRequest } from './confirm-session.ts';
import { endOf } from './end-of.ts';

/** How long a customer waits for this answer, who has mistakes to correct anyway. */
const patience_ms = 2_000;

/** Why the session can never be paid with this secret: it is wrong, or the session has expired. Undefined if it can, or if no answer says so soon. */
export const refusedSecret = async (
  { exchange, sleep }: Pick<ConfirmPorts, 'exchange' | 'sleep'>,
  client_secret: string,
): Promise<ConfirmResult | undefined> => {
  const request = sessionRequest(client_secret);
  if (!request) return notASecret;
  const response = await Promise.race([exchange(request), sleep(patience_ms).then(() => 'lost' as const)]);
  const ended = endOf(response);
  return ended?.status === 'refused' ? ended : undefined;
};
