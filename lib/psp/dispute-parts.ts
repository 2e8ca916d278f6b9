import type { DisputeReason } from '../types/dispute-reason.ts';
import type { DisputeFact } from '../types/psp.ts';

type Parts = Pick<DisputeFact, 'reason' | 'psp_reason' | 'respond_by'>;

/** What an event adds to a dispute: the PSP's code with its meaning (`general` if the table has none), and the deadline in Unix seconds. */
export const disputeParts = (
  meanings: ReadonlyMap<string, DisputeReason>,
  psp_reason: string | undefined,
  respond_by: number | undefined,
): Parts => ({
  ...(psp_reason === undefined ? {} : { reason: meanings.get(psp_reason) ?? 'general', psp_reason }),
  ...(respond_by === undefined ? {} : { respond_by }),
});
