import { ApiError } from '../types/api-error.ts';
import type { Person } from '../types/sign-in.ts';
import { changeSignIns } from './change-sign-ins.ts';
import type { SignInPorts } from './people-ports.ts';

export type RenewCommand = Pick<Person, 'id'> & {
  readonly sign_in: string;
  /** Seconds since the person last did anything, as reported by their page. */
  readonly idle_s: number;
};

/** Records when the person was last active. Throws `token_invalid` if the sign-in has ended. */
export const renewSignIn = (
  ports: Pick<SignInPorts, 'store' | 'clock'>,
  { id, sign_in, idle_s }: RenewCommand,
): Promise<void> =>
  changeSignIns(ports, id, (ongoing, now) => {
    if (!ongoing.some((each) => each.id === sign_in))
      throw new ApiError('token_invalid', 'This sign-in has ended. Sign in again.');
    return ongoing.map((each) =>
      each.id === sign_in ? { ...each, seen: Math.max(each.seen, now - idle_s) } : each,
    );
  });
