import { nextEvent } from '../../charge/schedule.ts';
import type { Charge } from '../../types/charge.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type Recovered, recoverCharge } from '../reconcile/recover-charge.ts';
import { beginTry, keepWaiting } from '../webhooks/keep-event.ts';
import { retryEvent } from '../webhooks/take-event.ts';

/**
 * Checks one charge that is due: takes up an event that waits on it, if one is due, else what is open on it. So a run asks the PSP no more about it
 * than a webhook does. `at_once`: what is open, even if it is not due (an operator requests it). `read`: the charge, if it has just been read.
 */
export const checkCharge = async (
  ports: PaymentPorts,
  id: string,
  { at_once = false, read }: { readonly at_once?: boolean; readonly read?: Charge | undefined } = {},
): Promise<Recovered> => {
  const charge = read ?? (await ports.store.charge(id));
  const next = charge && nextEvent(charge, ports.recovery);
  if (at_once || !next || next.at > ports.clock.now())
    return recoverCharge(ports, id, { at_once, read: charge });
  const current = await beginTry(ports, charge, next.event);
  if (!current) return 'changed_meanwhile';
  const psp = ports.psps.connect(charge.psp);
  if (psp) await retryEvent(ports, psp, current, next.event);
  else {
    ports.log({ event: 'psp_not_configured', charge: id, psp: charge.psp });
    await keepWaiting(ports, current, next.event);
  }
  return 'looked';
};
