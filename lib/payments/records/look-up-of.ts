import type { RecoverySettings } from '../../charge/recovery-settings.ts';
import type { Account, Capabilities } from '../../types/capabilities.ts';
import type { Charge } from '../../types/charge.ts';
import type { PaymentPorts } from '../payment-ports.ts';

/** The account of this id; undefined if it is not configured. */
export const accountOf = ({ psps }: Pick<PaymentPorts, 'psps'>, psp: string): Account | undefined =>
  psps.accounts.find(({ id }) => id === psp);

/** The PSP's look-up capability: null if it has none, undefined if the account is not configured. */
export const lookUpOf = (ports: PaymentPorts, { psp }: Charge): Capabilities['look_up'] | undefined =>
  accountOf(ports, psp)?.capabilities.look_up;

/** The times of the charge's checks: a PSP without look-up cannot be asked again about what has timed out. */
export const recoveryOf = (ports: PaymentPorts, charge: Charge): RecoverySettings =>
  lookUpOf(ports, charge) === null ? { ...ports.recovery, late_checks_s: [] } : ports.recovery;
