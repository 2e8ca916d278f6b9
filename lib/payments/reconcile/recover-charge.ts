import { withNextStep, withSteps } from '../../charge/charge-steps.ts';
import { hasMovedKey } from '../../charge/moved-key.ts';
import {
  firstCheck,
  hasLateCheckLeft,
  isLateCheckShard,
  nextCheck,
  recoveryMark,
} from '../../charge/schedule.ts';
import type { Charge } from '../../types/charge.ts';
import { isAttemptOpen, stateOf } from '../../types/charge-state.ts';
import { lastSent, type OpenThing, openThings, unscheduled } from '../../types/open-things.ts';
import type { LogRecord } from '../../types/ports.ts';
import type { Step } from '../../types/step.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type Change, changeCharge, type Records } from '../records/change-charge.ts';
import { lookUpOf, recoveryOf } from '../records/look-up-of.ts';
import { withOperationResponses } from '../records/operation-result.ts';
import { withResponses } from '../records/session-result.ts';
import { changeBy } from '../reports/apply.ts';
import { applyLookUp } from '../reports/apply-look-up.ts';
import { checkLate } from './late-check.ts';
import { resolveAttempt } from './resolve-attempt.ts';
import { resolveOperation, resolveRefunds } from './resolve-operations.ts';
import { reverseLateEffect } from './reverse-late-effect.ts';

/** `changed_meanwhile`: the charge was written since it was read, perhaps by another run. */
export type Recovered =
  | 'missing'
  | 'nothing_open'
  | 'not_due'
  | 'changed_meanwhile'
  | 'looked'
  | 'needs_review';

/**
 * Checks one charge that has something open: claims it and schedules the next check, asks the PSP, and ends what it can. What is still open after the
 * last check needs a person. `at_once`: even if it is not due (an operator requests it). `read`: the charge, if it has just been read.
 */
export const recoverCharge = async (
  ports: PaymentPorts,
  id: string,
  { at_once = false, read }: { readonly at_once?: boolean; readonly read?: Charge | undefined } = {},
): Promise<Recovered> => {
  const charge = read ?? (await ports.store.charge(id));
  if (!charge) return 'missing';
  const due = isDue(charge, ports.clock.now());
  if (openThings(charge).length === 0) {
    if (!waitsForLateCheck(ports, charge)) return clearMark(ports, charge);
    return due || at_once ? checkLate(ports, charge) : 'not_due';
  }
  if (!at_once && !due) return 'not_due';
  const session = await ports.store.session(charge.session);
  const claimed = await claim(ports, { charge, session });
  if (!claimed) return 'changed_meanwhile';
  return review(ports, await resolve(ports, claimed));
};

/** Nothing is open on it, and it waits for a check of what has timed out. */
const waitsForLateCheck = (ports: PaymentPorts, charge: Charge): boolean =>
  isLateCheckShard(charge.recover_shard) ||
  (charge.recover_at !== undefined && hasLateCheckLeft(charge, ports.clock.now(), recoveryOf(ports, charge)));

/** Takes a charge with nothing open out of the recovery index. */
const clearMark = async (ports: PaymentPorts, charge: Charge): Promise<Recovered> => {
  if (charge.recover_at === undefined) return 'nothing_open';
  await changeCharge(ports, { charge }, ({ charge: current }) => {
    const { recover_shard, recover_at, ...unmarked } = current;
    return openThings(current).length > 0 ? { outcome: undefined } : { charge: unmarked, outcome: undefined };
  });
  return 'nothing_open';
};

/**
 * Moves the next check first, so that parallel runs leave the charge alone, and a check whose run dies is made again. Also stores a response under
 * each key whose function has died.
 */
const claim = async (ports: PaymentPorts, seen: Records): Promise<Records | undefined> => {
  const now = ports.clock.now();
  const { outcome, records } = await changeCharge(ports, seen, ({ charge, session }): Change<boolean> => {
    if (charge.rev !== seen.charge.rev) return { outcome: false };
    const at = soonestCheck(ports, openThings(charge), now) ?? firstCheck(now, ports.recovery);
    const stored = withOperationResponses(ports, withRefundResponses(ports, charge), { open: true });
    return {
      charge: {
        ...withCheckStep(ports, stored, now),
        recovery: { ...charge.recovery, action: 'look' },
        ...recoveryMark(charge.id, at, ports.recovery),
      },
      session: session?.charge === charge.id ? withResponses(session, ports) : session,
      outcome: true,
    };
  });
  return outcome ? records : undefined;
};

/** With the steps of this check, unless the attempt has simply got its response. */
const withCheckStep = (ports: PaymentPorts, charge: Charge, now: number): Charge => {
  const noted = withSteps(charge, interruption(charge, now));
  return asksPsp(ports, noted) ? withNextStep(noted, { at_ms: now, what: 'asked', by: 'recovery' }) : noted;
};

/** Whether this check looks the attempt up at its PSP. */
const asksPsp = (ports: PaymentPorts, charge: Charge): boolean => {
  const psp = ports.psps.connect(charge.psp);
  if (!psp || hasMovedKey(charge, psp)) return false;
  return isAttemptOpen(charge) && Boolean(lookUpOf(ports, charge));
};

/** The confirm that made the attempt, or the return that was to complete it, ended without recording a result. */
const interruption = (charge: Charge, now: number): readonly Step[] => {
  const { outcome, completing, steps = [], other_payment_of } = charge;
  if (other_payment_of !== undefined || !isDue(charge, now)) return [];
  const sent = lastSent(charge);
  const isRecorded = steps.some(
    ({ at_ms, by, code }) => at_ms > sent && (by === 'confirm' || code === interrupted),
  );
  const mayBeUnrecorded = outcome === null || (outcome === 'unknown' && completing !== undefined);
  if (isRecorded || !mayBeUnrecorded) return [];
  return [{ at_ms: now, what: 'no_answer', code: interrupted, by: 'recovery' }];
};

const interrupted = 'interrupted';

const isDue = ({ recover_at }: Charge, now: number): boolean => recover_at !== undefined && recover_at <= now;

/** If the function of a refund died, the response under the refund's key is its current state. */
const withRefundResponses = (ports: PaymentPorts, charge: Charge): Charge => {
  const refunds = { ...charge.refunds };
  for (const refund of Object.values(charge.refunds)) {
    const { remembered } = refund;
    if (!remembered || remembered.answer) continue;
    const response = ports.render({ refund, charge }, remembered.view);
    refunds[refund.id] = {
      ...refund,
      rev: refund.rev + 1,
      write: ports.newWrite(),
      remembered: { ...remembered, answer: response },
    };
  }
  return { ...charge, refunds };
};

/** The next check of anything open; undefined if every schedule is used up. Unix milliseconds. */
const soonestCheck = (
  { recovery }: PaymentPorts,
  open: readonly OpenThing[],
  now: number,
): number | undefined => {
  const checks = open.flatMap(({ since }) => nextCheck(since, now, recovery) ?? []);
  return checks.length === 0 ? undefined : Math.min(...checks);
};

/**
 * Asks the PSP and ends what it can. An open attempt comes first: until its outcome is known, nothing else is looked for. Otherwise what the PSP shows
 * of the payment is applied, then either late money is returned, or what is left open of capture, cancel and refunds is resolved.
 */
const resolve = async (ports: PaymentPorts, claimed: Records): Promise<Records> => {
  const { charge } = claimed;
  const psp = ports.psps.connect(charge.psp);
  if (!psp) {
    ports.log({ event: 'psp_not_configured', charge: charge.id, psp: charge.psp });
    return claimed;
  }
  if (isAttemptOpen(charge)) {
    const resolved = await resolveAttempt(ports, psp, claimed);
    // Also look up refunds made meanwhile.
    if (stateOf(resolved.charge) === 'captured' && psp.lookUp)
      return (await applyLookUp(ports, psp, resolved)).records;
    if (!resolved.charge.reversal) return resolved;
    return reverseLateEffect(ports, psp, { records: resolved, asked_at: ports.clock.now() });
  }
  const looked = await applyLookUp(ports, psp, claimed);
  if (looked.records.charge.reversal) return reverseLateEffect(ports, psp, looked);
  let { records } = looked;
  for (const kind of ['capture', 'cancel'] as const)
    records = await resolveOperation(ports, psp, kind, { ...looked, records });
  return resolveRefunds(ports, psp, { ...looked, records });
};

/** Anything with no check left needs a person: it raises an alarm and is not checked any more. A webhook or an operator may still end it. */
const review = async (ports: PaymentPorts, records: Records): Promise<Recovered> => {
  const findUsedUp = (charge: Charge, now: number): readonly OpenThing[] =>
    openThings(charge).filter(({ since }) => nextCheck(since, now, ports.recovery) === undefined);
  if (findUsedUp(records.charge, ports.clock.now()).length === 0) return 'looked';
  const { outcome } = await changeCharge(ports, records, (current): Change<Recovered> => {
    // One point in time decides both what is used up and what has a check left: a schedule may end between two.
    const now = ports.clock.now();
    const used = findUsedUp(current.charge, now);
    if (used.length === 0) return { outcome: 'looked' };
    const { charge = current.charge } = changeBy(ports, current, 'schedule_used_up', {
      ids: used.map(({ id }) => id),
    });
    const at = soonestCheck(ports, openThings(charge), now) ?? unscheduled;
    const alarms = reviewsOf(charge, used, now);
    return {
      charge: { ...charge, ...recoveryMark(charge.id, at, ports.recovery) },
      alarms,
      outcome: alarms.length > 0 ? 'needs_review' : 'looked',
    };
  });
  return outcome;
};

/** An alarm for each thing that had not needed a person before. */
const reviewsOf = (
  { id: charge, session, psp }: Charge,
  used: readonly OpenThing[],
  now: number,
): readonly LogRecord[] =>
  used
    .filter(({ needs_review }) => !needs_review)
    .map(({ id, kind, since }) => ({
      event: 'needs_review',
      charge,
      session,
      psp,
      kind,
      operation: id,
      open_ms: now - since,
    }));
