import { ApiError } from '../types/api-error.ts';
import type { Person } from '../types/sign-in.ts';
import { openSignIn } from './open-sign-in.ts';
import type { IdentityProvider, PendingSignIn, SignInPorts } from './people-ports.ts';
import { personOf, type RolesOfGroups } from './person-of.ts';

export type FinishPorts = SignInPorts & {
  readonly provider: IdentityProvider;
  readonly roles: RolesOfGroups;
};

/**
 * Signs in the person who comes back from the identity provider. `pending`: the browser's cookie, with its signature checked. Throws `token_invalid`
 * for a callback that this browser did not begin, that is late, or that was used before; `scope_missing` for a person in none of the groups.
 */
export const finishSignIn = async (
  ports: FinishPorts,
  query: Readonly<Record<string, string>>,
  pending: PendingSignIn | undefined,
): Promise<{ readonly person: Person; readonly sign_in: string; readonly return_to: string }> => {
  const now = Math.floor(ports.clock.now() / 1000);
  if (pending === undefined || now >= pending.ends || query.state !== pending.state) throw notBegun();
  if (!(await ports.store.takeOnce(pending.state, pending.ends))) throw notBegun();
  const claims = await ports.provider.finish(query, pending);
  if (!(Math.abs(now - Number(claims.iat)) <= tolerance)) throw otherTime();
  const person = personOf(claims, ports.roles);
  return { person, sign_in: await openSignIn(ports, person.id), return_to: pending.return_to };
};

/** Seconds, for the difference between our clock and the provider's and for the person's last click. */
const tolerance = 300;

const otherTime = (): ApiError =>
  new ApiError('token_invalid', 'The identity provider’s clock and ours differ by more than five minutes.');

const notBegun = (): ApiError =>
  new ApiError(
    'token_invalid',
    'This browser began no such sign-in, or has ended it, or more than ten minutes ago. Open /console/ and sign in again.',
  );
