import type { Psps } from '../../types/ports.ts';
import type { AnyMethodPsp } from '../../types/psp.ts';

/** How many calls one check has made, and whether one of them timed out. */
export type Contact = { readonly calls: number; readonly timed_out: boolean };

/** The same accounts, with a record of the calls made through them. */
export const watchCalls = (psps: Psps): { readonly psps: Psps; readonly contact: () => Contact } => {
  let contact: Contact = { calls: 0, timed_out: false };
  const watch =
    <Given extends readonly unknown[], Result extends object>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      const result = await call(...given);
      const timedOut = 'doubt' in result && result.doubt === 'timeout';
      contact = { calls: contact.calls + 1, timed_out: contact.timed_out || timedOut };
      return result;
    };
  const watchPsp = (psp: AnyMethodPsp): AnyMethodPsp => ({
    ...psp,
    ...(psp.lookUp && { lookUp: watch(psp.lookUp) }),
    ...(psp.lookUpRefunds && { lookUpRefunds: watch(psp.lookUpRefunds) }),
    ...(psp.cancelByReference && { cancelByReference: watch(psp.cancelByReference) }),
    capture: watch(psp.capture),
    cancel: watch(psp.cancel),
    refund: watch(psp.refund),
    ...(psp.findCapture && { findCapture: watch(psp.findCapture) }),
  });
  const connect: Psps['connect'] = (account) => {
    const psp = psps.connect(account);
    return psp && watchPsp(psp);
  };
  return { psps: { ...psps, connect }, contact: () => contact };
};
