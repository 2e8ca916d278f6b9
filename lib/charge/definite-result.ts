import { isDecline, settlesFormer } from '../types/outcome.ts';
import type { LookUpResult, OperationResult } from '../types/psp.ts';

/**
 * Whether a look-up, a fence or an event settles the outcome of a payment. A decline that names the payment does, whatever its category; any other
 * may only say why the look-up itself failed.
 */
export const isDefinite = (answer: LookUpResult): boolean => {
  if (answer.outcome === 'requires_action') return false;
  if (settlesFormer(answer.outcome)) return true;
  return (
    answer.outcome !== 'absent' &&
    answer.outcome !== 'canceled' &&
    isDecline(answer.outcome) &&
    Boolean(answer.psp_reference)
  );
};

/** The PSP has an amount other than requested: a person decides about that money. */
export const isOtherAmount = (answer: LookUpResult): boolean =>
  answer.outcome === 'unknown' && answer.doubt === 'amount_mismatch';

/** The response, if it settles the first call and not only this one. */
export const definite = (answer: OperationResult): OperationResult | undefined => {
  if (answer.outcome === 'unknown') return undefined;
  return answer.outcome === 'failed' && !settlesFormer(answer.reason) ? undefined : answer;
};

/** The same for a repeat after proof that the first call never arrived: the PSP's objections are then final. */
export const definiteAlone = (answer: OperationResult): OperationResult | undefined =>
  answer.outcome === 'failed' && (answer.reason === 'invalid_request' || answer.reason === 'not_supported')
    ? answer
    : definite(answer);

/** The PSP refuses because of the payment's state, so the payment was changed elsewhere. */
export const isStateRefusal = (answer: OperationResult): boolean =>
  answer.outcome === 'failed' && answer.reason === 'invalid_request';
