import { signedCall } from '../../lib/runtime/signed-call.ts';
import type { Actor } from '../../lib/types/audit-entry.ts';
import { machineUser } from '../support/machine-user.ts';

/**
 * The person at this command line: in AWS the ARN of the credentials, which ends in the session's name; with a store on this machine, the machine's
 * user. `unknown` if the system does not say: this must not prevent anybody from revoking a key.
 */
export const currentUser = async (): Promise<Actor> => {
  const { AWS_ENDPOINT_URL_DYNAMODB: storeHere, AWS_ENDPOINT_URL_STS: identities } = process.env;
  const isLocal = storeHere !== undefined && identities === undefined;
  const id = isLocal ? machineUser() : await arnInAws().catch(() => undefined);
  return { type: 'user', id: id ?? 'unknown' };
};

const arnInAws = async (): Promise<string | undefined> => {
  const response = await signedCall({
    service: 'sts',
    path: '/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'Action=GetCallerIdentity&Version=2011-06-15',
  });
  return response.kind === 'answered' ? /<Arn>([^<]+)<\/Arn>/.exec(response.body)?.[1] : undefined;
};
