import { ApiError } from '../types/api-error.ts';
import { isOngoing, longestSignIn, type SignIn } from '../types/sign-in.ts';
import type { SignInPorts } from './people-ports.ts';

const maxRounds = 5;
/** Beyond this the oldest are dropped: a browser can be closed without signing out. */
const most = 20;

/**
 * All changes of a person's sign-ins go through this function. `change` gets the ongoing ones, and is run again if another call came first. `now`:
 * Unix seconds.
 */
export const changeSignIns = async (
  { store, clock }: Pick<SignInPorts, 'store' | 'clock'>,
  person: string,
  change: (ongoing: readonly SignIn[], now: number) => readonly SignIn[],
): Promise<void> => {
  for (let round = 0; round < maxRounds; round += 1) {
    const { rev, sign_ins } = await store.read(person);
    const now = Math.floor(clock.now() / 1000);
    const next = change(
      sign_ins.filter((each) => isOngoing(each, now)),
      now,
    );
    if (await store.replace(person, rev, next.slice(-most), now + longestSignIn)) return;
  }
  throw new ApiError('storage_unavailable', 'Other calls are changing your sign-ins right now. Try again.', {
    retry_after: 1,
  });
};
