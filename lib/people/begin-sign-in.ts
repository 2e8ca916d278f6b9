import type { Clock } from '../types/ports.ts';
import type { IdentityProvider, PendingSignIn } from './people-ports.ts';
import { returnPath } from './return-path.ts';

/** Seconds. */
export const pendingFor = 600;

/** Where to redirect the browser, and what it must bring back. Throws `parameter_invalid` for a `return_to` outside the console. */
export const beginSignIn = async (
  { provider, clock }: { readonly provider: IdentityProvider; readonly clock: Pick<Clock, 'now'> },
  path: string | undefined,
): Promise<{ readonly url: string; readonly pending: PendingSignIn }> => {
  const return_to = returnPath(path);
  const { url, ...secrets } = await provider.begin();
  return { url, pending: { ...secrets, return_to, ends: Math.floor(clock.now() / 1000) + pendingFor } };
};
