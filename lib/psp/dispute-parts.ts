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

/** A time as PSPs write it (ISO 8601 with its offset, `2025-11-20T10:00:00+01:00`) in Unix milliseconds, or undefined for any other text. */
export const unixMilliseconds = (text: string | undefined): number | undefined => {
  if (text === undefined || !written.test(text)) return undefined;
  // biome-ignore lint/style/noRestrictedGlobals: reading a written time asks no clock
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
};

/** The same in Unix seconds. */
export const unixSeconds = (text: string | undefined): number | undefined => {
  const ms = unixMilliseconds(text);
  return ms === undefined ? undefined : Math.floor(ms / 1000);
};

const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
