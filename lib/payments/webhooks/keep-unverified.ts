import { clock_skew_ms } from '../../charge/elapsed-proof.ts';
import { ApiError } from '../../types/api-error.ts';
import type { UnverifiedEvent } from '../../types/charge.ts';
import type { Psp, PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type Change, changeCharge, type Records } from '../records/change-charge.ts';
import { reportsMoney } from './contradicted-event.ts';
import { logWithoutEffect } from './named-operation.ts';
import { noteArrival, notVerified } from './unverified-event.ts';

/** Events kept per charge. */
const maxKept = 8;

/** It has to be delivered again for this long: it may report the effect of a call whose response is not recorded yet. */
const mayStillFit_ms = 60_000;

/**
 * Keeps the event on the charge for a person, without applying it, and raises an alarm. Each redelivery is judged again. An event that reports no
 * money is not kept.
 */
export const keepUnverified = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
  why: UnverifiedEvent['why'],
): Promise<void> => {
  if (why !== 'not_confirmed' && !reportsMoney(event))
    return logWithoutEffect(ports, psp, records.charge, event.claim.about);
  const now = ports.clock.now();
  const { outcome: since } = await changeCharge(ports, records, ({ charge }): Change<number> => {
    const { unbelieved = [] } = charge;
    const known = unbelieved.find((one) => one.event === event.id);
    if (known && (known.whole !== undefined || why !== 'not_confirmed')) return { outcome: known.at };
    // What was written meanwhile may be what the event waits for.
    if (charge.rev !== records.charge.rev) throw notVerified(psp);
    const kept = unverifiedFrom(event, why, now);
    const whole = why === 'not_confirmed' ? { whole: event } : {};
    const others = withSpace(unbelieved.filter((one) => one !== known));
    if (!others) throw notVerified(psp);
    return {
      charge: { ...charge, unbelieved: [...others, { ...kept, ...whole }] },
      alarms: [
        {
          ...kept,
          event: 'webhook_not_believed',
          webhook: event.id,
          charge: charge.id,
          session: charge.session,
          psp: psp.id,
        },
      ],
      outcome: now,
    };
  });
  if (why === 'not_completed' && now - since < mayStillFit_ms) throw notVerified(psp);
};

/** Drops the oldest event, but none that is still to be applied; undefined if all are. */
const withSpace = (kept: readonly UnverifiedEvent[]): readonly UnverifiedEvent[] | undefined => {
  if (kept.length < maxKept) return kept;
  const oldest = kept.find(({ whole }) => whole === undefined);
  return oldest && kept.filter((one) => one !== oldest);
};

/** How long after it occurred an event may wait for another that must come first, at a PSP that cannot be asked. */
const longestWait_ms = 3_600_000;

/**
 * An event that cannot be applied yet has to be delivered again. A PSP that cannot be asked may hold back all later events meanwhile. So an event
 * that occurred too long ago goes to a person, and is applied after the one it waits for. One that has just arrived for the first time, as after an
 * outage of ours, still waits. Throws the error if the event is to be delivered again.
 */
export const keepOverdue = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
  error: unknown,
): Promise<void> => {
  if (psp.lookUp || !(error instanceof ApiError) || error.code !== 'event_not_verified') throw error;
  const now = ports.clock.now();
  // Most events wait only for seconds, and need no write.
  if (now - (event.occurred ?? 0) < clock_skew_ms) throw error;
  const since = await noteArrival(ports, records, event.id);
  const waits = now - (event.occurred ?? since) < longestWait_ms || now - since < clock_skew_ms;
  if (waits) throw error;
  await keepUnverified(ports, psp, records, event, 'not_confirmed');
};

const unverifiedFrom = (
  { id, claim, psp_reference, money }: PspEvent,
  why: UnverifiedEvent['why'],
  at: number,
): Omit<UnverifiedEvent, 'whole'> => ({
  event: id,
  about: claim.about,
  why,
  at,
  ...(psp_reference === undefined ? {} : { psp_reference }),
  ...(money === undefined ? {} : { amount: money.amount, currency: money.currency }),
});
