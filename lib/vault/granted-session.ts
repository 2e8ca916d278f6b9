import { ApiError } from '../types/api-error.ts';
import { verifyGrant } from '../vault-protocol/grant.ts';
import type { CollectPorts } from './vault-ports.ts';

/** The session that a grant is for (undefined: the caller sent none). `now`: Unix milliseconds. Throws `token_missing` or `token_invalid`. */
export const grantedSession = (
  { deployment, grant_keys }: CollectPorts,
  signed: string | undefined,
  now: number,
): string => {
  if (signed === undefined)
    throw new ApiError('token_missing', 'authorization: expected "Bearer" and a grant (vg_…).');
  const grant = verifyGrant(signed, grant_keys, now);
  if (grant?.merchant !== deployment.merchant || grant.mode !== deployment.mode)
    throw new ApiError('token_invalid', 'The grant is not for this vault, or has expired.');
  return grant.session;
};
