import { saysNothingNew } from '../../charge/says-nothing-new.ts';
import { withTry } from '../../charge/schedule.ts';
import {
  eventForPerson,
  keptEvent,
  waitingEvent,
  withKeptEvent,
  withoutKeptEvent,
} from '../../charge/waiting-events.ts';
import { withEvent } from '../../charge/with-event.ts';
import type { Charge, KeptEvent } from '../../types/charge.ts';
import { defined } from '../../types/defined.ts';
import type { LogRecord, QuietRecord } from '../../types/ports.ts';
import type { PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type Change, changeCharge } from '../records/change-charge.ts';
import { reportsMoney } from './contradicted-event.ts';
import type { EventContext } from './event-context.ts';
import { logWithoutEffect } from './log-event.ts';
import { mustWait } from './must-wait.ts';

/** An event that has waited for this long raises an alarm, once, and goes on waiting. */
const longestWait_ms = 3_600_000;

/**
 * Keeps the event on the charge until it can be applied; recovery takes it up again. `for_person`: only a person's decision ends the wait, so the
 * alarm is raised at once. Throws `event_not_verified` if the charge can keep no more.
 */
export const keepWaiting = async (
  ports: PaymentPorts,
  before: Charge,
  event: PspEvent,
  { for_person = false } = {},
): Promise<void> => {
  const { outcome: isKept } = await changeCharge(ports, { charge: before }, ({ charge }): Change<boolean> => {
    // Another delivery of it has been applied meanwhile, or the record says the same by now.
    if (charge.events?.includes(event.id) || saysNothingNew(charge, event)) return dropEvent(charge, event);
    const known = keptEvent(charge, event.id);
    const now = ports.clock.now();
    const since = known?.at ?? now;
    const tells = known?.why === undefined && (for_person || now - since >= longestWait_ms);
    if (known?.whole && !tells) return { outcome: true };
    const waiting = known?.whole ? known : waitingEvent(charge, event, since);
    const change = keepEvent(
      charge,
      { ...waiting, ...defined({ why: tells ? 'not_confirmed' : known?.why }) },
      tells,
    );
    return known?.whole ? change : { ...change, logs: [waitsOf(charge, event)] };
  });
  if (!isKept) throw mustWait({ id: before.psp });
};

/** A response that is not recorded yet may explain the event for this long. */
const mayStillFit_ms = 60_000;

/**
 * Keeps the event on the charge for a person, without applying it, and raises an alarm at once. An event that reports no money is not kept. Throws
 * `mustWait` while something may still explain it: then it waits, and each try judges it again.
 */
export const keepForPerson = async (
  context: EventContext,
  why: 'not_completed' | 'other_payment',
): Promise<void> => {
  const { ports, psp, event } = context;
  const before = { charge: context.records.charge };
  if (!reportsMoney(event)) return logWithoutEffect(context);
  const { outcome: isFinal } = await changeCharge(ports, before, ({ charge }): Change<boolean> => {
    const known = keptEvent(charge, event.id);
    const now = ports.clock.now();
    const since = known?.at ?? now;
    const waits = why === 'not_completed' && now - since < mayStillFit_ms;
    if (known?.why !== undefined && (waits || !known.whole)) return { outcome: !waits };
    // What was written meanwhile may be what the event waits for.
    if (charge.rev !== before.charge.rev) return { outcome: false };
    const kept = waits ? waitingEvent(charge, event, since) : eventForPerson(event, since);
    const { outcome, ...change } = keepEvent(charge, { ...kept, why }, known?.why === undefined);
    return { ...change, outcome: outcome && !waits };
  });
  if (!isFinal) throw mustWait(psp);
};

/**
 * Begins one try of an event that waits: if that dies, the next one is a check later. Resolves to the charge; undefined if the event waits no more, or
 * another run has begun its try.
 */
export const beginTry = async (
  ports: PaymentPorts,
  before: Charge,
  { id }: PspEvent,
): Promise<Charge | undefined> => {
  const seen = keptEvent(before, id);
  const { outcome, records } = await changeCharge(
    ports,
    { charge: before },
    ({ charge }): Change<boolean> => {
      const known = keptEvent(charge, id);
      // It may have been dropped and kept again meanwhile.
      if (!known?.whole || known.tries !== seen?.tries || known.at !== seen?.at) return { outcome: false };
      return keepEvent(charge, withTry(known, ports.clock.now(), ports.recovery), false);
    },
  );
  return outcome ? records.charge : undefined;
};

/** Forgets an event that waited: it has been applied, or found to say nothing. */
export const removeEvent = async (ports: PaymentPorts, before: Charge, event: PspEvent): Promise<void> => {
  const current = (await ports.store.charge(before.id)) ?? before;
  await changeCharge(ports, { charge: current }, ({ charge }) => dropEvent(charge, event));
};

/** The change after which the event does not wait. */
const dropEvent = (charge: Charge, { id }: PspEvent): Change<boolean> => ({
  charge: keptEvent(charge, id)?.whole ? withoutKeptEvent(charge, id) : charge,
  outcome: true,
});

/** Records the event as applied even if it changed nothing, so that it is applied once. */
export const recordApplied = async (ports: PaymentPorts, before: Charge, id: string): Promise<void> => {
  await changeCharge(ports, { charge: before }, ({ charge }) => ({
    charge: charge.events?.includes(id) ? charge : withEvent(charge, id),
    outcome: undefined,
  }));
};

/** The change that keeps it, with an alarm if it `tells` a person; outcome false if there is no space. */
const keepEvent = (charge: Charge, kept: KeptEvent, tells: boolean): Change<boolean> => {
  const after = withKeptEvent(charge, kept);
  return after
    ? { charge: after, alarms: tells ? [alarmOf(charge, kept)] : [], outcome: true }
    : { outcome: false };
};

const waitsOf = ({ id, psp }: Charge, { claim }: PspEvent): QuietRecord => ({
  event: 'webhook_waits',
  psp,
  charge: id,
  about: claim.about,
});

const alarmOf = (
  { id, session, psp }: Charge,
  { event: webhook, whole, capture, ...kept }: KeptEvent,
): LogRecord => ({ ...kept, event: 'webhook_not_believed', webhook, charge: id, session, psp });
