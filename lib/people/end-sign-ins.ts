import { ApiError } from '../types/api-error.ts';
import type { Person } from '../types/sign-in.ts';
import { changeSignIns } from './change-sign-ins.ts';
import type { SignInPorts } from './people-ports.ts';

export type EndCommand = {
  readonly by: Person & { readonly sign_in: string };
  /** The person whose sign-ins all end; if absent, only the caller's own. */
  readonly person: string | undefined;
};

/**
 * Ends a sign-in, or all of a person. Throws `scope_missing` if anybody but an admin ends those of others, and `resource_missing` if there are none.
 */
export const endSignIns = (
  ports: Pick<SignInPorts, 'store' | 'clock'>,
  { by, person }: EndCommand,
): Promise<void> => {
  if (person === undefined)
    return changeSignIns(ports, by.id, (ongoing) => ongoing.filter(({ id }) => id !== by.sign_in));
  if (person !== by.id && by.role !== 'admin')
    throw new ApiError('scope_missing', 'person: only an admin ends the sign-ins of others.', {
      param: 'person',
    });
  return changeSignIns(ports, person, (ongoing) => {
    if (ongoing.length === 0)
      throw new ApiError(
        'resource_missing',
        'person: nobody is signed in under this name. The audit trail has the names; addresses are in lower case.',
        { param: 'person' },
      );
    return [];
  });
};
