import { isDecline, settlesFormer } from '../types/outcome.ts';
import type { LookUpAnswer } from '../types/psp.ts';

/**
 * Whether what a look-up, a fence or an event said of a payment ends the question of its outcome. A decline that names the payment is the payment's
 * own, whatever its category; one that does not may only tell why the question was not answered.
 */
export const isDefinite = (answer: LookUpAnswer): boolean => {
  if (answer.outcome === 'requires_action') return false;
  if (settlesFormer(answer.outcome)) return true;
  return (
    answer.outcome !== 'absent' &&
    answer.outcome !== 'canceled' &&
    isDecline(answer.outcome) &&
    Boolean(answer.psp_reference)
  );
};
