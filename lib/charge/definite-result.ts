import { isDecline, settlesFormer } from '../types/outcome.ts';
import type { LookUpResult, OperationResult, UnknownReason } from '../types/psp.ts';

/**
 * Whether a look-up, a cancel by reference or an event settles the outcome of a payment. A decline that names the payment does, whatever its
 * category; any other may only say why the look-up itself failed.
 */
export const isDefinite = (result: LookUpResult): boolean => {
  if (result.outcome === 'requires_action') return false;
  if (settlesFormer(result.outcome)) return true;
  return isDecline(result.outcome) && 'psp_reference' in result && Boolean(result.psp_reference);
};

/** The PSP has an amount other than requested: a person decides about that money. */
export const isOtherAmount = (result: LookUpResult): boolean =>
  result.outcome === 'unknown' && result.doubt === 'amount_mismatch';

/** The PSP has responded, whatever it shows: no error, no call that was lost, and nothing that we cannot read. */
export const hasResponded = (found: LookUpResult | undefined): found is LookUpResult =>
  found !== undefined && !('doubt' in found && noResponse.includes(found.doubt));

const noResponse: readonly UnknownReason[] = [
  'timeout',
  'connection_lost',
  'ambiguous_error',
  'unreadable_answer',
];

/** The response, if it settles the first call and not only this one. */
export const settlingResult = (result: OperationResult): OperationResult | undefined => {
  if (result.outcome === 'unknown') return undefined;
  return result.outcome === 'failed' && !settlesFormer(result.reason) ? undefined : result;
};

/** The same for a repeat after proof that the first call never arrived: the PSP's objections are then final. */
export const settlingResultAfterProof = (result: OperationResult): OperationResult | undefined =>
  result.outcome === 'failed' && (result.reason === 'invalid_request' || result.reason === 'not_supported')
    ? result
    : settlingResult(result);

/** The PSP refuses because of the payment's state, so the payment was changed elsewhere. */
export const isStateRefusal = (result: OperationResult): boolean =>
  result.outcome === 'failed' && result.reason === 'invalid_request';
