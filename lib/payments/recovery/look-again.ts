import type { Charge } from '../../types/charge.ts';
import { lastSent, openThings } from '../../types/open-things.ts';
import type { Psp } from '../../types/psp.ts';
import { changeCharge, type Records } from '../change-charge.ts';
import { coversRepeat } from '../elapsed-proof.ts';
import { lookAtPayment } from '../look.ts';
import type { PaymentPorts } from '../payment-ports.ts';

/**
 * Asks again about a charge on which only elapsed time has ended something. What it finds is applied: money that an attempt took after all goes back,
 * and a refund made after all counts. Then the next such look is due, or none. Two at once do no harm: they only ask.
 */
export const lookAgain = async (ports: PaymentPorts, charge: Charge): Promise<'looked'> => {
  const psp = ports.psps.connect(charge.psp);
  const records: Records = { charge, session: await ports.store.session(charge.session) };
  const looked =
    psp && canFind(ports, psp, charge) ? (await lookAtPayment(ports, psp, records)).records : records;
  await changeCharge(ports, looked, ({ charge: now }) => {
    const { recover_shard, recover_at, ...unlisted } = now;
    return openThings(now).length > 0 ? { outcome: undefined } : { charge: unlisted, outcome: undefined };
  });
  return 'looked';
};

/** A PSP that finds a payment by the call that made it would make a new one once its key is forgotten. */
const canFind = ({ clock }: PaymentPorts, { capabilities }: Psp, charge: Charge): boolean =>
  charge.psp_reference !== undefined ||
  !capabilities.look_up?.by_creation ||
  coversRepeat(capabilities.idempotency, lastSent(charge), clock.now());
