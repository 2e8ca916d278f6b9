import type { Charge } from '../types/charge.ts';
import type { Captured, LookUpResult } from '../types/psp.ts';

/** The charge with its captured amount as this report has it: shown as done, or only supposed. */
export const withSupposed = (charge: Charge, { supposed }: Captured): Charge =>
  supposed ? { ...charge, supposed } : charge;

/**
 * Whether the capture that was only supposed has failed: the PSP shows the money as merely held, or that less was captured. `shown_by`: whatever
 * happened before this is certainly shown. Unix milliseconds.
 */
export const isDisproved = (charge: Charge, result: LookUpResult, shown_by = 0): boolean => {
  const { supposed, captured_at = 0, amount_captured } = charge;
  if (!supposed || captured_at >= shown_by) return false;
  return result.outcome === 'captured'
    ? !result.supposed && result.amount_captured < amount_captured
    : isMerelyHeld(result);
};

/** No capture is in progress either. */
const isMerelyHeld = (result: LookUpResult): boolean => result.outcome === 'approved' && !result.in_progress;
