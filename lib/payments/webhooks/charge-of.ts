import type { Charge } from '../../types/charge.ts';
import type { PaymentStore } from '../../types/ports.ts';
import type { PspEvent } from '../../types/psp.ts';

/**
 * The charge at this account that an event is about; undefined if there is none. An operation made in a PSP's dashboard, or by another program, may
 * have a reference of its own: then the PSP's id of the payment shows the charge.
 */
export const chargeOf = async (
  store: PaymentStore,
  account: string,
  { reference, psp_reference, claim }: PspEvent,
): Promise<Charge | undefined> => {
  if (claim.about === 'nothing_of_ours') return undefined;
  if (reference === undefined)
    return psp_reference === undefined ? undefined : store.chargeAt(account, psp_reference);
  const charge = await store.charge(reference);
  return charge?.psp === account ? charge : undefined;
};
