import { defined } from '../types/defined.ts';
import type { PspEvent } from '../types/psp.ts';

/**
 * The claim of an event of ours that does not fully state what changed, or states it in a way that we do not know, such as a status of a later version
 * or a part of a minor unit: nothing it says counts, and the payment is looked up. For a PSP that can be asked.
 */
export const unreadChange = (psp_reference: string | undefined): PspEvent['claim'] => ({
  about: 'authorization',
  result: { outcome: 'unknown', doubt: 'pending', ...defined({ psp_reference }) },
});
