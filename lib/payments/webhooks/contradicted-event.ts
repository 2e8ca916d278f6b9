import { ApiError } from '../../types/api-error.ts';
import type { Charge, UnverifiedEvent } from '../../types/charge.ts';
import { stateOf } from '../../types/charge-state.ts';
import type { Psp, PspEvent } from '../../types/psp.ts';
import { isAttemptOpen } from '../apply.ts';
import { type Change, changeCharge, type Records } from '../change-charge.ts';
import { clock_skew_ms } from '../elapsed-proof.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { withoutEffect } from './named-operation.ts';
import { firstUnverified, notVerified } from './unverified-event.ts';

/**
 * Why a signed event is not believed; undefined if nothing contradicts it. `other_payment`: it names another payment than the one that holds or took
 * the charge's money, so it says nothing about that one. At a PSP that cannot be asked, also if it names none though such an event has one to name, and
 * `not_completed`: it tells of money, though the payment waits for a call that only we can make and nobody has made.
 */
export const contradictionOf = (
  psp: Psp,
  charge: Charge,
  event: PspEvent,
): UnverifiedEvent['why'] | undefined => {
  if (isOfOther(charge, event)) return 'other_payment';
  if (canBeAsked(psp, event)) return undefined;
  if (awaitsPerson(psp, charge)) return 'not_confirmed';
  if (isOfNone(charge, event)) return 'other_payment';
  return reportsMoney(event) && waitsForUs(psp, charge) ? 'not_completed' : undefined;
};

const canBeAsked = (psp: Psp, { claim }: PspEvent): boolean => {
  if (claim.about === 'dispute') return false;
  return claim.about === 'refund' ? psp.lookUpRefunds !== undefined : psp.lookUp !== undefined;
};

/** Nobody else can say whether a payment exists that its PSP cannot be asked about and that this service never made. */
const awaitsPerson = (psp: Psp, charge: Charge): boolean =>
  charge.other_payment_of !== undefined && psp.lookUp === undefined && isAttemptOpen(charge);

/** A person has decided what became of the attempt. */
export const isDecided = (charge: Charge): boolean =>
  charge.decisions?.some(({ operation }) => operation === charge.id) === true;

/** An id learned before the money was held may differ from the final one, and a person may have given a wrong one. */
const isOfOther = (charge: Charge, { psp_reference }: PspEvent): boolean =>
  psp_reference !== undefined && charge.psp_reference !== psp_reference && holdsAtKnown(charge);

/** The charge holds or took money at a payment whose final id is known. */
const holdsAtKnown = (charge: Charge): boolean =>
  charge.psp_reference !== undefined &&
  !isAttemptOpen(charge) &&
  stateOf(charge) !== 'failed' &&
  !isDecided(charge);

/**
 * It names no payment. A dispute may be named by its charge alone, and a fence of ours that found nothing has nothing to name; what ended a payment, or
 * changed one that is known, names it.
 */
const isOfNone = (charge: Charge, { claim, psp_reference }: PspEvent): boolean => {
  if (psp_reference !== undefined || claim.about === 'dispute') return false;
  if (claim.about === 'fence' && charge.recovery?.fence !== 'sent') return !isDecided(charge);
  const says_dead = 'answer' in claim && claim.answer.outcome === 'canceled';
  return isAttemptOpen(charge) ? says_dead : holdsAtKnown(charge);
};

const waitsForUs = ({ capabilities }: Psp, charge: Charge): boolean => {
  if (!capabilities.completes_authentication || charge.completing !== undefined) return false;
  const state = stateOf(charge);
  return state === 'requires_action' || (state === 'failed' && charge.redirected === true);
};

/** Anything that cannot be true unless money was held. */
export const reportsMoney = ({ claim }: PspEvent): boolean => {
  if (claim.about === 'authorization' || claim.about === 'fence')
    return claim.answer.outcome === 'approved' || claim.answer.outcome === 'captured';
  return claim.about === 'capture' || claim.about === 'refund' || claim.about === 'dispute';
};

/** Events kept per charge. */
const maxKept = 8;

/** For so long it is asked for again: what it tells of may be the work of a call whose answer is not recorded yet. */
const mayStillFit_ms = 60_000;

/**
 * Keeps the event on the charge for a person, without applying it, and raises an alarm. It is judged again when it comes again. What is said to have
 * ended without taking money is not kept.
 */
export const keepUnverified = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
  why: UnverifiedEvent['why'],
): Promise<void> => {
  if (why !== 'not_confirmed' && !reportsMoney(event))
    return withoutEffect(ports, psp, records.charge, event.claim.about);
  const now = ports.clock.now();
  const { outcome: since } = await changeCharge(ports, records, ({ charge }): Change<number> => {
    const { unbelieved = [] } = charge;
    const known = unbelieved.find((one) => one.event === event.id);
    if (known && (known.whole !== undefined || why !== 'not_confirmed')) return { outcome: known.at };
    // What was written meanwhile may be what it waits for.
    if (charge.rev !== records.charge.rev) throw notVerified(psp);
    const kept = unverifiedFrom(event, why, now);
    const whole = why === 'not_confirmed' ? { whole: event } : {};
    const others = withRoom(unbelieved.filter((one) => one !== known));
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

/** The oldest gives way, but none that is still to be applied; undefined if there is no other. */
const withRoom = (kept: readonly UnverifiedEvent[]): readonly UnverifiedEvent[] | undefined => {
  if (kept.length < maxKept) return kept;
  const oldest = kept.find(({ whole }) => whole === undefined);
  return oldest && kept.filter((one) => one !== oldest);
};

/** So long after it happened an event may wait for another that must come first, at a PSP that cannot be asked. */
const longestWait_ms = 3_600_000;

/**
 * An event that cannot be applied yet comes again. Such a PSP may hold back everything behind it meanwhile, so one that happened too long ago goes to a
 * person, and is applied after what it waits for; but none that has just come for the first time, as after an outage of ours. Throws the error if it may
 * still come again.
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
  // Most events wait for seconds only, and need no write.
  if (now - (event.occurred ?? 0) < clock_skew_ms) throw error;
  const since = await firstUnverified(ports, records, event.id);
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
