import { randomBytes } from 'node:crypto';
import type { Credentials } from '../aws/credentials.ts';
import { endpointVariables } from './function-environment.ts';

/**
 * The functions' credentials on this machine, generated at each start, so that no other user of it can read a secret. The owner's own if a
 * part is elsewhere and they exist. If nothing is elsewhere, those are not even read.
 */
export const localCredentials = (outside: Readonly<Record<string, string | undefined>>): Credentials => {
  const elsewhere = Object.values(endpointVariables).some((name) => outside[name]);
  const own = outside.AWS_ACCESS_KEY_ID || outside.AWS_PROFILE;
  if (elsewhere && own) return 'own';
  return { accessKeyId: 'local', secretAccessKey: randomBytes(30).toString('base64url') };
};
