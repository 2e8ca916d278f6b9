import { keyElsewhere } from '../../charge/key-elsewhere.ts';
import { saysNothingNew } from '../../charge/says-nothing-new.ts';
import { keptEvent, waitingEvents } from '../../charge/waiting-events.ts';
import { isStorageDown } from '../../types/api-error.ts';
import type { Charge } from '../../types/charge.ts';
import { errorName } from '../../types/error-name.ts';
import { openThings } from '../../types/open-things.ts';
import type { Psp, PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { readRecords } from '../records/read-records.ts';
import { applyEvent } from './apply-event.ts';
import { contradictionOf, contradictsDecision, isDecidedByPerson } from './contradicted-event.ts';
import { keepForPerson, keepWaiting, recordApplied, removeEvent } from './keep-event.ts';
import { isWait } from './must-wait.ts';
import { otherPaymentOf } from './other-payment.ts';

/**
 * Applies the event to the charge, once, and then those that may have waited for it. If it cannot be applied yet, it is kept there. Throws
 * `event_not_verified` if it has to be delivered again: the charge can keep no more, or the event says that a customer has authenticated.
 */
export const takeEvent = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  event: PspEvent,
): Promise<void> => {
  if (await takeOne(ports, psp, charge, event)) await retryFollowing(ports, psp, charge);
};

/** Takes up one event that waits on the charge as it is now, and then those that may have waited for it. If that fails, it waits on. */
export const retryEvent = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  event: PspEvent,
): Promise<void> => {
  if (await retryOne(ports, psp, charge, event)) await retryFollowing(ports, psp, charge);
};

/** After an event was applied. A PSP that can be asked shows the rest to recovery, which also takes up those that came meanwhile. */
const retryFollowing = async (ports: PaymentPorts, psp: Psp, charge: Charge): Promise<void> => {
  if (psp.lookUp || waitingEvents(charge).length === 0) return;
  await retryWaiting(ports, psp, (await ports.store.charge(charge.id)) ?? charge);
};

/**
 * Takes up the events that wait on the charge, until none is applied any more: what they wait for may have come. Returns the charge afterwards. One
 * that fails waits on, and what has been applied stays accepted. Throws `storage_unavailable` if only that prevented one.
 */
export const retryWaiting = async (ports: PaymentPorts, psp: Psp, before: Charge): Promise<Charge> => {
  const waiting = waitingEvents(before);
  if (waiting.length === 0) return before;
  const failures: unknown[] = [];
  for (const event of waiting)
    await readRecords(ports, before.id)
      .then(({ charge }) => retryOne(ports, psp, charge, event))
      .catch((error: unknown) => failures.push(error));
  const down = failures.find(isStorageDown);
  if (down) throw down;
  for (const error of failures)
    ports.log({
      event: 'recovery_failed',
      charge: before.id,
      error: errorName(error),
    });
  const { charge } = await readRecords(ports, before.id);
  return waitingEvents(charge).length < waiting.length ? retryWaiting(ports, psp, charge) : charge;
};

/** False if it waits on. */
const retryOne = async (ports: PaymentPorts, psp: Psp, charge: Charge, event: PspEvent): Promise<boolean> => {
  if (!psp.lookUp && namesAnother(charge, event)) {
    await keepWaiting(ports, charge, event, { for_person: true });
    return false;
  }
  if (!psp.lookUp && contradictsDecision(charge, event)) {
    await recordApplied(ports, charge, event.id);
    return true;
  }
  try {
    return await takeOne(ports, psp, charge, event);
  } catch (error) {
    await keepWaiting(ports, charge, event);
    throw error;
  }
};

/** A person has decided about the recorded payment, and the event names another one. Only a PSP that can be asked shows which is right. */
const namesAnother = (charge: Charge, { psp_reference: named }: PspEvent): boolean => {
  const { psp_reference: known = named } = charge;
  return isDecidedByPerson(charge) && named !== undefined && named !== known;
};

/** False if the event is kept, and waits. */
const takeOne = async (ports: PaymentPorts, psp: Psp, charge: Charge, event: PspEvent): Promise<boolean> => {
  if (mayFailAgain(charge, event)) logFailsAgain(ports, charge, event);
  const isTaken =
    charge.events?.includes(event.id) ||
    isNoReasonToAsk(charge, event) ||
    (await applyOrKeep(ports, psp, charge, event));
  if (isTaken && keptEvent(charge, event.id)?.whole) await removeEvent(ports, charge, event);
  return isTaken;
};

/** It says nothing new, and nothing is open or waits that asking the PSP might settle. */
const isNoReasonToAsk = (charge: Charge, event: PspEvent): boolean =>
  charge.unbelieved === undefined && openThings(charge).length === 0 && saysNothingNew(charge, event);

/**
 * A capture failed, the PSP repeated it, and now its failure is reported once more under the same id: a redelivery, or the failure of the repetition,
 * which has the same id. Only the PSP's dashboard shows which.
 */
const mayFailAgain = (
  { events = [], captures = {} }: Charge,
  { id, claim, operation_reference: failed = '' }: PspEvent,
): boolean => {
  const isFailure = claim.about === 'capture' && claim.result.outcome === 'failed';
  const repeated = captures[keyElsewhere('again', failed)] ?? 0;
  return isFailure && repeated > 0 && events.includes(id);
};

const logFailsAgain = ({ log }: PaymentPorts, { id, session, psp }: Charge, event: PspEvent): void =>
  log({
    event: 'webhook_not_believed',
    why: 'may_fail_again',
    about: 'capture',
    webhook: event.id,
    charge: id,
    session,
    psp,
  });

const applyOrKeep = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  event: PspEvent,
): Promise<boolean> => {
  const contradiction = contradictionOf(psp, charge, event);
  if (contradiction !== 'not_confirmed')
    try {
      const records = { charge, session: await ports.store.session(charge.session) };
      const context = { ports, psp, records, event };
      const other = contradiction === 'other_payment' ? await otherPaymentOf(context) : undefined;
      if (contradiction === undefined) await applyEvent(context);
      else if (other) await takeEvent(ports, psp, other, event);
      else await keepForPerson(context, contradiction);
      return true;
    } catch (error) {
      // A customer who has authenticated is the one to go on.
      if (!isWait(error) || event.claim.about === 'authentication') throw error;
    }
  await keepWaiting(ports, charge, event, { for_person: contradiction === 'not_confirmed' });
  return false;
};
