import type { Charge } from '../../types/charge.ts';
import { errorName } from '../../types/error-name.ts';
import type { HeldEvent } from '../../types/held-event.ts';
import { inParallel } from '../../types/in-parallel.ts';
import { unscheduled } from '../../types/open-things.ts';
import type { PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { chargeOf } from '../webhooks/charge-of.ts';
import { nextTry, reportUntaken } from '../webhooks/hold-event.ts';
import { takeEvent } from '../webhooks/take-event.ts';

const atOnce = 8;
/** When an event is tried again, at the latest, that a charge could not take. */
const again_ms = 7_200_000;
/** None is tried with less time than this. */
const leastForTry_ms = 10_000;

/** Takes up the held events that are due: applies each to its charge, which may have learnt its payment's id, or have space for it, by now. */
export const retryHeld = async (ports: PaymentPorts): Promise<void> => {
  const due = await ports.store.heldEvents(ports.clock.now());
  await inParallel(due, atOnce, async (held) => {
    if (ports.deadline - ports.clock.now() > leastForTry_ms) await retry(ports, held);
  });
};

/** If the try fails, or the time of the next one is not stored, it stays due. */
const retry = async (ports: PaymentPorts, held: HeldEvent): Promise<void> => {
  const { psp } = held;
  try {
    const due_at = await tryOnce(ports, held);
    await ports.store.replaceHeld({ ...held, due_at });
  } catch (error) {
    ports.log({ event: 'recovery_failed', psp, error: errorName(error) });
  }
};

/** Resolves to when it is tried again: never, once its charge has taken it, or nobody can be waiting for it any more. */
const tryOnce = async (ports: PaymentPorts, { psp, event, at }: HeldEvent): Promise<number | undefined> => {
  const charge = await chargeOf(ports.store, psp, event).catch((error: unknown) => {
    reportUntaken(ports, psp, event, error);
    return null;
  });
  const isTaken = charge && (await takes(ports, charge, event));
  if (isTaken) return undefined;
  const now = ports.clock.now();
  const next = nextTry(at, now);
  if (charge !== undefined) return Math.min(next ?? unscheduled, now + again_ms);
  if (next === undefined) ports.log({ event: 'webhook_not_ours', psp, about: event.claim.about });
  return next;
};

/** Whether the charge takes the event. Why it does not is reported. */
const takes = async (ports: PaymentPorts, charge: Charge, event: PspEvent): Promise<boolean> => {
  const known = { charge: charge.id, psp: charge.psp };
  const psp = ports.psps.connect(charge.psp);
  if (!psp) {
    ports.log({ event: 'psp_not_configured', ...known });
    return false;
  }
  try {
    await takeEvent(ports, psp, charge, event);
    return true;
  } catch (error) {
    ports.log({ event: 'recovery_failed', ...known, error: errorName(error) });
    return false;
  }
};
