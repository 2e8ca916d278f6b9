import { notASecret } from '../session-of.ts';
import type { ConfirmResult } from '../types.ts';
import { type ConfirmPorts, sessionRequest } from './confirm-session.ts';
import { readSession, refusalOf } from './read-answer.ts';

/** How long a customer waits for this answer, who has mistakes to correct anyway. */
const patience_ms = 2_000;

/** Why the session can never be paid with this secret: it is wrong, or the session has expired. Undefined if it can, or if no answer says so soon. */
export const refusedSecret = async (
  { exchange, sleep }: Pick<ConfirmPorts, 'exchange' | 'sleep'>,
  client_secret: string,
): Promise<ConfirmResult | undefined> => {
  const request = sessionRequest(client_secret);
  if (!request) return notASecret;
  const answer = await Promise.race([exchange(request), sleep(patience_ms).then(() => 'lost' as const)]);
  if (answer === 'lost') return undefined;
  if ([401, 404].includes(answer.status)) return refusalOf(answer);
  const seen = readSession(answer);
  return seen.kind === 'unpaid' && seen.result.status === 'refused' ? seen.result : undefined;
};
