import { type ConfirmPorts, sessionRequest } from '../frame/confirm-session.ts';
import type { CheckoutSession } from '../types.ts';
import type { Taken } from './take-secret.ts';

/**
 * What the page knows of its session. `unknown`: there is none, or the secret is not its own, which nobody can tell apart. `elsewhere`: another tab or
 * browser has the secret.
 */
export type State =
  | { readonly kind: 'known'; readonly session: CheckoutSession }
  | { readonly kind: 'unknown' | 'elsewhere' | 'unreachable' };

const tries = 3;
const pause_ms = 1_000;

export const readState = async (
  { exchange, sleep }: Pick<ConfirmPorts, 'exchange' | 'sleep'>,
  { secret }: Taken,
): Promise<State> => {
  if (secret === undefined) return { kind: 'elsewhere' };
  const request = sessionRequest(secret);
  if (!request) return { kind: 'unknown' };
  for (let left = tries; left > 0; left--) {
    const response = await exchange(request);
    if (response !== 'lost' && response.status === 200 && 'payment_status' in response.body)
      return { kind: 'known', session: response.body as CheckoutSession };
    if (response !== 'lost' && [401, 403, 404].includes(response.status)) return { kind: 'unknown' };
    if (left > 1) await sleep(pause_ms);
  }
  return { kind: 'unreachable' };
};
