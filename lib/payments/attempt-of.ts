import type { Attempt } from '../types/psp.ts';
import type { Charge } from '../types/records.ts';

/** The attempt a charge records, as the PSP port takes it. */
export const attemptOf = (charge: Charge): Attempt => ({
  reference: charge.id,
  session: charge.session,
  amount: charge.amount,
  currency: charge.currency,
  capture_method: charge.capture_method,
  started: charge.started,
  ...(charge.psp_reference === undefined ? {} : { psp_reference: charge.psp_reference }),
});
