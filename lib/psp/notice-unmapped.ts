import type { AnyMethodPsp, CancelByReferenceResult, LookUpResult } from '../types/psp.ts';

/** A PSP's code on this charge that no table lists. */
export type UnmappedCode = { readonly charge: string; readonly code: string };

/**
 * The PSP, with a report of each decline whose code is not in its tables. Such a decline is `unmapped`, which never fails over, until a person has
 * found out what the code means. One that an event gives is looked up where that is possible; Adyen's events have a code only if the tables list it.
 */
export const noticeUnmapped = (
  psp: AnyMethodPsp,
  lists: (code: string) => boolean,
  notice: (unmapped: UnmappedCode) => void,
): AnyMethodPsp => {
  const noticed = <Result extends LookUpResult | CancelByReferenceResult>(
    charge: string,
    result: Result,
  ): Result => {
    const code = result.outcome === 'unmapped' && 'code' in result ? result.code : undefined;
    if (code !== undefined && isUnmapped(code, lists)) notice({ charge, code });
    return result;
  };
  const { lookUp, cancelByReference } = psp;
  return {
    ...psp,
    authorize: async (attempt, request, call) =>
      noticed(attempt.reference, await psp.authorize(attempt, request, call)),
    completeAuthentication: async (attempt, params, call) =>
      noticed(attempt.reference, await psp.completeAuthentication(attempt, params, call)),
    ...(lookUp && {
      lookUp: async (attempt, call) => noticed(attempt.reference, await lookUp(attempt, call)),
    }),
    ...(cancelByReference && {
      cancelByReference: async (attempt, call) =>
        noticed(attempt.reference, await cancelByReference(attempt, call)),
    }),
  };
};

/** Whether a person has to find out what the code of an `unmapped` decline means. */
export const isUnmapped = (code: string, lists: (code: string) => boolean): boolean =>
  !ours.includes(code) && !lists(code);

/** The adapters' own code for a payment canceled elsewhere; no PSP's code. */
const ours: readonly string[] = ['canceled'];
