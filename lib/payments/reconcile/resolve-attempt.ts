import { attemptOf } from '../../charge/attempt.ts';
import { isDefinite, isOtherAmount } from '../../charge/definite-result.ts';
import { provesAbsence, showsAtOnce } from '../../charge/elapsed-proof.ts';
import { hasMovedKey } from '../../charge/moved-key.ts';
import type { Charge } from '../../types/charge.ts';
import { stateOf } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import { lastSent } from '../../types/open-things.ts';
import type { CancelByReferenceResult, LookUpResult, Psp } from '../../types/psp.ts';
import type { Session } from '../../types/session.ts';
import type { Step } from '../../types/step.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';
import { applyResult, applyTransition } from '../reports/apply.ts';
import type { LookUp } from '../reports/apply-look-up.ts';
import { applyOrLookUp } from '../reports/apply-or-look-up.ts';
import { operationTimeout_ms, timeFor } from '../reports/time-for.ts';

/** As in a step. */
const actor = 'recovery';

/**
 * Finds the outcome of an attempt that recovery has claimed: by look-up, from a report that a webhook left on the charge, or by a cancel by reference
 * whose own result has arrived. Sends no card and tries no other PSP. An outcome that cannot be proved stays open.
 */
export const resolveAttempt = async (ports: PaymentPorts, psp: Psp, records: Records): Promise<Records> => {
  const { charge } = records;
  if (reportMovedKey(ports, psp, charge)) return records;
  const asked_at = ports.clock.now();
  const found = await findOutcome(ports, psp, records);
  // A new process knows the key only once it has asked.
  if (reportMovedKey(ports, psp, charge)) return records;
  if (isDefinite(found) && !mayBeCanceled(psp, charge, found)) return apply(ports, psp, records, found);
  if (found.outcome === 'requires_action' && isNewlyAway(ports, psp, charge, asked_at))
    return apply(ports, psp, records, found);
  return endUndecided(ports, psp, records, { found, asked_at });
};

/** Whatever another account's key finds is not this attempt: then a person has to see to the key. */
const reportMovedKey = (ports: PaymentPorts, psp: Psp, charge: Charge): boolean => {
  const isMoved = hasMovedKey(charge, psp);
  const { id, session } = charge;
  if (isMoved) ports.log({ event: 'psp_key_changed', charge: id, session, psp: charge.psp });
  return isMoved;
};

/** "The customer is away" is new for an attempt in flight, unless a lagging look-up may show the state before they returned. */
const isNewlyAway = ({ recovery }: PaymentPorts, psp: Psp, charge: Charge, asked_at: number): boolean =>
  stateOf(charge) === 'pending' &&
  (charge.completing === undefined ||
    provesAbsence(charge.completing, asked_at, psp.capabilities.look_up?.lag_ms ?? 0, recovery));

const undecided = { outcome: 'unknown', doubt: 'pending' } as const;

/** From a look-up; at a PSP without one, from a report that a webhook left on the charge. */
const findOutcome = async (
  ports: PaymentPorts,
  psp: Psp,
  { charge, session }: Records,
): Promise<LookUpResult> => {
  if (!psp.lookUp) return charge.recovery?.observed ?? undecided;
  const call = timeFor(ports, operationTimeout_ms);
  return call ? psp.lookUp(attemptOf(charge, session), call) : undecided;
};

/** A cancel by reference that was sent may end what this source still reported as alive. It cannot undo a capture. */
const mayBeCanceled = (psp: Psp, charge: Charge, { outcome }: LookUpResult): boolean => {
  if (charge.recovery?.fence !== 'sent') return false;
  return outcome === 'approved' || (outcome === 'captured' && !showsAtOnce(psp.capabilities));
};

/**
 * Ends an attempt that the look-up leaves open, if that is possible now, in this order:
 *
 * 1. Another amount, or another payment: a person decides.
 * 2. The customer is away: nothing before the session is over. Then it is abandoned, if only we could complete it.
 * 3. A cancel by reference, if its result is definite.
 * 4. Absence, once it is proved, counted from the last call that can take money.
 */
const endUndecided = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  { found, asked_at }: LookUp,
): Promise<Records> => {
  const { charge, session } = records;
  // A cancel by reference would end the other payment.
  if (hasOtherAmount(charge) || charge.other_payment_of !== undefined) return records;
  if (isOtherAmount(found))
    return (await applyTransition(ports, records, 'noted', { result: found })).records;
  const waits = stateOf(charge) === 'requires_action';
  if (waits && session && !isOver(session, ports.clock.now())) return records;
  // We will never complete it, so it has failed, unless the customer has returned at this moment.
  if (waits && psp.capabilities.completes_authentication)
    return (await applyTransition(ports, records, 'abandoned', {}, { only_at: charge.rev })).records;
  const canceled = await cancelByReference(ports, psp, records, actor);
  if (canceled.result && isDefinite(canceled.result))
    return apply(ports, psp, canceled.records, canceled.result, 'canceled');
  const { look_up } = psp.capabilities;
  const isAbsent =
    found.outcome === 'absent' &&
    look_up &&
    provesAbsence(lastSent(charge), asked_at, look_up.lag_ms, ports.recovery);
  if (!isAbsent) return canceled.records;
  const only_at = canceled.records.charge.rev;
  const step = { what: 'asked', by: actor } as const;
  return (await applyResult(ports, canceled.records, found, { decisive: true, only_at, step })).records;
};

/** The PSP reported a different amount: the attempt has not failed, whatever else is reported. */
export const hasOtherAmount = ({ recovery }: Charge): boolean =>
  recovery?.observed !== undefined && isOtherAmount(recovery.observed);

/** The session of a customer who is away ends when it expires, or when the merchant ends it. `now` in Unix milliseconds. */
const isOver = ({ expires_at, expired_at }: Session, now: number): boolean =>
  expired_at !== undefined || now >= expires_at * 1000;

/**
 * Records a cancel by reference, sends it, and returns its result if there already is one. Without a result if the PSP has no cancel by reference, it
 * is too early for one, the charge has changed, or no time is left. `by`: as in a step.
 */
export const cancelByReference = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  by: string | undefined,
): Promise<{ readonly records: Records; readonly result?: LookUpResult }> => {
  const { cancel_by_reference: declared } = psp.capabilities;
  if (!declared || !psp.cancelByReference || !mayCancelByReference(ports, records.charge, declared.result))
    return { records };
  if (hasMovedKey(records.charge, psp)) return { records };
  const announced = await announce(ports, records, by);
  const call = announced && timeFor(ports, operationTimeout_ms);
  if (!announced || !call) return { records: announced ?? records };
  const result = await psp.cancelByReference(attemptOf(announced.charge, announced.session), call);
  return { records: announced, ...cancelResultOf(result) };
};

/** A cancel by reference whose result comes by webhook waits for the second check: the payment's own webhook may be on its way. */
const mayCancelByReference = (
  { clock, recovery }: PaymentPorts,
  charge: Charge,
  result: 'synchronous' | 'webhook',
): boolean =>
  result === 'synchronous' ||
  (charge.recovery?.fence !== 'failed' &&
    clock.now() - lastSent(charge) >= (recovery.schedule_s[1] ?? 0) * 1000);

/** Recorded before the cancel by reference is sent, so that an earlier approval no longer counts. Undefined if the charge has changed. */
const announce = async (
  ports: PaymentPorts,
  records: Records,
  by: string | undefined,
): Promise<Records | undefined> => {
  if (records.charge.recovery?.fence === 'sent') return records;
  const announced = await applyTransition(ports, records, 'fence_sent', defined({ by }), {
    only_at: records.charge.rev,
  });
  return announced.outcome === 'changed' ? announced.records : undefined;
};

const cancelResultOf = (result: CancelByReferenceResult): { readonly result?: LookUpResult } =>
  result.outcome === 'fencing' ? {} : { result };

const apply = (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  result: LookUpResult,
  what: Step['what'] = 'asked',
): Promise<Records> =>
  applyOrLookUp(ports, psp, records, result, { decisive: true, step: { what, by: actor } });
