import { ApiError } from '../../types/api-error.ts';
import type { Charge } from '../../types/charge.ts';
import type { ErrorCode } from '../../types/error-codes.ts';

/** The error if the account that holds a charge is no longer configured. Repeating the call does not help: somebody has to configure it again. */
export const accountGone = (code: ErrorCode, { id, psp }: Charge, param: 'id' | 'charge'): ApiError =>
  new ApiError(
    code,
    `${psp}, which holds charge ${id}, is no longer configured, so nothing was asked of it. Configure it again first.`,
    { param },
  );
