import type { AnyMethodPsp, LookUpAnswer } from '../types/psp.ts';

/** A code of the PSP's that no table has, of this charge. */
export type UnlistedCode = { readonly charge: string; readonly code: string };

/**
 * The PSP, whose declines under a code that its tables have no line for are noticed: they are `unmapped`, which sends nobody elsewhere, until a person
 * has found out what the code means.
 */
export const noticingUnlisted = (
  psp: AnyMethodPsp,
  lists: (code: string) => boolean,
  notice: (unlisted: UnlistedCode) => void,
): AnyMethodPsp => {
  const noticed = <Answer extends LookUpAnswer>(charge: string, answer: Answer): Answer => {
    const code = answer.outcome === 'unmapped' && 'code' in answer ? answer.code : undefined;
    if (code !== undefined && isUnlisted(code, lists)) notice({ charge, code });
    return answer;
  };
  const { lookUp } = psp;
  return {
    ...psp,
    authorize: async (attempt, request, call) =>
      noticed(attempt.reference, await psp.authorize(attempt, request, call)),
    completeAuthentication: async (attempt, params, call) =>
      noticed(attempt.reference, await psp.completeAuthentication(attempt, params, call)),
    ...(lookUp && {
      lookUp: async (attempt, call) => noticed(attempt.reference, await lookUp(attempt, call)),
    }),
  };
};

/** Of a decline that is `unmapped`: whether a person has to find out what its code means. */
export const isUnlisted = (code: string, lists: (code: string) => boolean): boolean =>
  !ours.includes(code) && !lists(code);

/** What adapters call a payment that was canceled under them: no code of a PSP's. */
const ours: readonly string[] = ['canceled'];
