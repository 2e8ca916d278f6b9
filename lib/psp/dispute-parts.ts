import { defined } from '../types/defined.ts';
import type { DisputeReason } from '../types/dispute.ts';
import type { DisputeFact } from '../types/psp.ts';

type Parts = Pick<DisputeFact, 'reason' | 'psp_reason' | 'respond_by'>;

/** What an event adds to a dispute: the PSP's code with its meaning (`general` if the table has none), and the deadline in Unix seconds. */
export const disputeParts = (
  meanings: ReadonlyMap<string, DisputeReason>,
  psp_reason: string | undefined,
  respond_by: number | undefined,
): Parts => ({
  ...(psp_reason === undefined ? {} : { reason: meanings.get(psp_reason) ?? 'general', psp_reason }),
  ...defined({ respond_by }),
});

/** A card network's own code for a dispute (`4853`, `10.4`), or undefined for any other text. */
export const networkCode = (text: string | undefined): string | undefined =>
  text !== undefined && /^[\w.-]{1,64}$/.test(text) ? text : undefined;
