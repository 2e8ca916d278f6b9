import type { Capabilities } from '../../types/capabilities.ts';
import type { Charge } from '../../types/charge.ts';
import type { PaymentPorts } from '../payment-ports.ts';

/** The PSP's look-up capability: null if it has none, undefined if the account is not configured. */
export const lookUpOf = ({ psps }: PaymentPorts, { psp }: Charge): Capabilities['look_up'] | undefined =>
  psps.accounts.find(({ id }) => id === psp)?.capabilities.look_up;
