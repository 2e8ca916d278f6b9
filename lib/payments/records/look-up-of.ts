import type { Account, Capabilities } from '../../types/capabilities.ts';
import type { Charge } from '../../types/charge.ts';
import type { PaymentPorts } from '../payment-ports.ts';

/** The account of this id; undefined if it is not configured. */
export const accountOf = ({ psps }: Pick<PaymentPorts, 'psps'>, psp: string): Account | undefined =>
  psps.accounts.find(({ id }) => id === psp);

/** The PSP's look-up capability: null if it has none, undefined if the account is not configured. */
export const lookUpOf = (ports: PaymentPorts, { psp }: Charge): Capabilities['look_up'] | undefined =>
  accountOf(ports, psp)?.capabilities.look_up;
