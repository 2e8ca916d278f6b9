import { changeSignIns } from './change-sign-ins.ts';
import type { SignInPorts } from './people-ports.ts';

/** Records a new sign-in of this person and returns its id. */
export const openSignIn = async (ports: SignInPorts, person: string): Promise<string> => {
  const id = ports.newId('sig');
  await changeSignIns(ports, person, (ongoing, now) => [...ongoing, { id, started: now, seen: now }]);
  return id;
};
