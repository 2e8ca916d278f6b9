import { randomBytes } from 'node:crypto';
import type { AwsCredentials } from './aws/check-signature.ts';
import { endpointVariables } from './function-environment.ts';

/**
 * The functions' credentials on this machine, generated at each start, so that no other user of it can read a secret. Undefined if a part is
 * elsewhere and the owner's own credentials for it exist. If nothing is elsewhere, those are not even read.
 */
export const localCredentials = (
  outside: Readonly<Record<string, string | undefined>>,
): AwsCredentials | undefined => {
  const elsewhere = Object.values(endpointVariables).some((name) => outside[name]);
  const own = outside.AWS_ACCESS_KEY_ID || outside.AWS_PROFILE;
  if (elsewhere && own) return undefined;
  return { accessKeyId: 'local', secretAccessKey: randomBytes(30).toString('base64url') };
};
