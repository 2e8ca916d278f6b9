import type { Charge } from '../types/charge.ts';
import type { Psp } from '../types/psp.ts';

/**
 * Whether the account's key may be another PSP account's than the one that the attempt was made with: then it finds nothing of an attempt whose payment
 * we have no id of, and that proves nothing.
 */
export const hasMovedKey = (
  { key_print: before, psp_reference }: Charge,
  { key }: Pick<Psp, 'key'>,
): boolean => {
  const now = key?.();
  if (before === undefined || now === undefined || psp_reference !== undefined) return false;
  return now.print !== before && !now.replaces.includes(before);
};
