import { clock_skew_ms } from '../../charge/elapsed-proof.ts';
import { ApiError } from '../../types/api-error.ts';
import type { Charge, UnverifiedEvent } from '../../types/charge.ts';
import { isAttemptOpen, stateOf } from '../../types/charge-state.ts';
import type { Psp, PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type Change, changeCharge, type Records } from '../records/change-charge.ts';
import { withoutEffect } from './named-operation.ts';
import { firstUnverified, notVerified } from './unverified-event.ts';

/**
 * Why a signed event is not believed; undefined if nothing contradicts it. `other_payment`: it names another payment than the one that holds or took
 * the charge's money, so it says nothing about that one. At a PSP that cannot be asked, also: it names no payment, although such an event has to.
 * `not_confirmed`: only a person can say whether this payment exists. `not_completed`: it reports money, although the payment waits for a call that
 * only we can make and nobody has made.
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

/** Only a person can confirm a payment that this service did not make and that its PSP cannot be asked about. */
const awaitsPerson = (psp: Psp, charge: Charge): boolean =>
  charge.other_payment_of !== undefined && psp.lookUp === undefined && isAttemptOpen(charge);

/** A person has decided the outcome of the attempt. */
export const isDecided = (charge: Charge): boolean =>
  charge.decisions?.some(({ operation }) => operation === charge.id) === true;

/** An id received before the money was held may differ from the final one, and a person may have given a wrong one. */
const isOfOther = (charge: Charge, { psp_reference }: PspEvent): boolean =>
  psp_reference !== undefined && charge.psp_reference !== psp_reference && holdsAtKnown(charge);

/** The charge holds or took money, and the final id of its payment is recorded. */
const holdsAtKnown = (charge: Charge): boolean =>
  charge.psp_reference !== undefined &&
  !isAttemptOpen(charge) &&
  stateOf(charge) !== 'failed' &&
  !isDecided(charge);

/**
 * It names no payment, although it has to. A dispute may be named by its charge alone, and the result of our fence that found nothing has none to
 * name. An event that ends a payment, or changes a recorded one, names it.
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
    return withoutEffect(ports, psp, records.charge, event.claim.about);
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
