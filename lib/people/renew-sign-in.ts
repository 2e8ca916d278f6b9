import { ApiError } from '../types/api-error.ts';
import { changeSignIns } from './change-sign-ins.ts';
import type { SignInPorts } from './people-ports.ts';

/** Records that the person is still there. Throws `token_invalid` if the sign-in has ended. */
export const renewSignIn = (
  ports: Pick<SignInPorts, 'store' | 'clock'>,
  person: string,
  id: string,
): Promise<void> =>
  changeSignIns(ports, person, (ongoing, now) => {
    if (!ongoing.some((each) => each.id === id))
      throw new ApiError('token_invalid', 'This sign-in has ended. Sign in again.');
    return ongoing.map((each) => (each.id === id ? { ...each, seen: now } : each));
  });
