import type { Psps } from '../../types/ports.ts';
import type { AnyMethodPsp } from '../../types/psp.ts';

/** What became of the calls of one look: `timed_out` if any of them did. */
export type Contact = 'not_asked' | 'answered' | 'timed_out';

/** The same accounts, and what became of the calls that were made through them. */
export const watchCalls = (psps: Psps): { readonly psps: Psps; readonly contact: () => Contact } => {
  let contact: Contact = 'not_asked';
  const watch =
    <Given extends readonly unknown[], Answer extends object>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const answer = await call(...given);
      const timedOut = 'doubt' in answer && answer.doubt === 'timeout';
      contact = timedOut || contact === 'timed_out' ? 'timed_out' : 'answered';
      return answer;
    };
  const watched = (psp: AnyMethodPsp): AnyMethodPsp => ({
    ...psp,
    ...(psp.lookUp && { lookUp: watch(psp.lookUp) }),
    ...(psp.lookUpRefunds && { lookUpRefunds: watch(psp.lookUpRefunds) }),
    ...(psp.fence && { fence: watch(psp.fence) }),
    capture: watch(psp.capture),
    cancel: watch(psp.cancel),
    refund: watch(psp.refund),
  });
  const connect: Psps['connect'] = (account) => {
    const psp = psps.connect(account);
    return psp && watched(psp);
  };
  return { psps: { ...psps, connect }, contact: () => contact };
};
