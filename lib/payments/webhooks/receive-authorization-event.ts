import { attemptOf } from '../../charge/attempt.ts';
import { hasResponded, isDefinite, isOtherAmount } from '../../charge/definite-result.ts';
import { showsAtOnce } from '../../charge/elapsed-proof.ts';
import { firstCheck } from '../../charge/schedule.ts';
import type { Charge } from '../../types/charge.ts';
import { heldOrTookMoney, isAttemptOpen, stateOf } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import { holdsMoney } from '../../types/outcome.ts';
import type { LookUpResult, PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { recoverCharge } from '../reconcile/recover-charge.ts';
import { changeCharge, type Records } from '../records/change-charge.ts';
import { type ApplyOptions, applyResult, applyTransition, changeBy } from '../reports/apply.ts';
import { applyLookUp } from '../reports/apply-look-up.ts';
import { lookUpTimeout_ms, timeFor } from '../reports/time-for.ts';
import type { EventContext } from './event-context.ts';
import { logAmountMismatch } from './log-event.ts';
import { arrivedAt, lookUpOnceMore, mayPredate, mustWait } from './must-wait.ts';
import { receiveOperationEvent } from './receive-operation-event.ts';
import { asReported, captureKeyOf, keepReported } from './reported-capture.ts';

/** What an event about one capture says about the whole payment; unknown if it gives no amount. */
export const captureResultOf = (event: PspEvent): LookUpResult => {
  const { psp_reference = '', money } = event;
  return money
    ? {
        outcome: 'captured',
        psp_reference,
        amount_captured: money.amount,
        ...defined({ capture: captureKeyOf(event) }),
      }
    : { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference };
};

/**
 * Applies what an event reports of the payment itself, once it is verified: by a look-up, or at a PSP without one by its amount. While the confirm
 * may still wait for the same result, a report that no money was taken is only noted. Throws `mustWait` if it cannot be applied yet.
 */
export const receiveAuthorization = async (context: EventContext, claimed: LookUpResult): Promise<void> => {
  const { ports, psp, event } = context;
  if (!isDefinite(claimed)) return lookUpChange(context);
  if (isTooEarly(context, claimed)) throw mustWait(psp);
  const result = await verifyClaim(context, claimed);
  if (!result) return noteMismatch(context);
  const records = await recordsUnlessNoted(context, result);
  if (!records) return;
  const showsLess = psp.lookUp !== undefined && showsLessThanEvent(event, result);
  const { outcome, records: after } = await applyResult(ports, records, result, {
    decisive: isDecisive(context, result),
    unverified: psp.lookUp === undefined,
    ...(psp.lookUp === undefined && event.claim.about === 'capture' && { only_at: records.charge.rev }),
    ...(showsLess ? {} : { event: event.id }),
  });
  if (outcome === 'stale') return lookUpOnceMore({ ...context, records: after });
  // The money is held, and the capture is not shown yet: from here on, the event is about an operation, and does not come back here.
  if (showsLess && event.claim.about === 'capture' && heldOrTookMoney(after.charge))
    return receiveOperationEvent({ ...context, records: after }, 'capture', event.claim.result);
  // The return of late money is due at once.
  if (outcome === 'late') await recoverCharge(ports, after.charge.id);
};

/** The event reports a change without its details. */
const lookUpChange = async ({ ports, psp, records }: EventContext): Promise<void> => {
  if (isAttemptOpen(records.charge)) return;
  const { payment } = await applyLookUp(ports, psp, records);
  if (psp.lookUp && !hasResponded(payment)) throw mustWait(psp);
};

/** A cancel by reference undoes no capture: one that is reported by itself counts, as does one that a look-up shows at once. */
const isDecisive = ({ psp, event: { claim } }: EventContext, { outcome }: LookUpResult): boolean => {
  const isCurrent = psp.lookUp ? showsAtOnce(psp.capabilities) : claim.about === 'capture';
  return claim.about === 'fence' || (outcome === 'captured' && isCurrent);
};

/**
 * The confirm's own response may still say that the customer has to authenticate, and then nobody can have paid yet. At a PSP that cannot be asked
 * the event waits for that response.
 */
const isTooEarly = ({ ports, psp, records }: EventContext, claimed: LookUpResult): boolean => {
  if (psp.lookUp || !psp.capabilities.completes_authentication) return false;
  return holdsMoney(claimed.outcome) && mayStillRun(ports, records);
};

/** The PSP does not yet show the capture that it reported. */
const showsLessThanEvent = ({ claim, money }: PspEvent, result: LookUpResult): boolean => {
  if (claim.about !== 'capture') return false;
  if (result.outcome === 'approved') return true;
  return result.outcome === 'captured' && result.amount_captured < (money?.amount ?? 0);
};

/** The confirm that made this attempt may still be waiting for the same result: it must handle a decline itself, while it has the card. */
const mayStillRun = ({ clock, recovery }: PaymentPorts, { charge }: Records): boolean =>
  stateOf(charge) === 'pending' &&
  charge.outcome === null &&
  clock.now() < firstCheck(charge.started, recovery);

/**
 * The records that the result is applied to. Undefined if a report that no money was taken is only noted: while the confirm may run, it decides; if
 * it has died, recovery finds the note.
 */
const recordsUnlessNoted = async (
  context: EventContext,
  result: LookUpResult,
): Promise<Records | undefined> => {
  const { ports, psp, records, event } = context;
  if (holdsMoney(result.outcome))
    return psp.lookUp && event.claim.about === 'capture' ? keepReported(context, result) : records;
  const { outcome: isNoted, records: after } = await changeCharge(ports, records, (current) =>
    mayStillRun(ports, current)
      ? { ...changeBy(ports, current, 'noted', { result }, { event: event.id }), outcome: true }
      : { outcome: false },
  );
  return isNoted ? undefined : after;
};

/** The cancel by reference failed, so what was reported of the payment meanwhile counts and is applied now. */
export const receiveFailedCancel = async ({ ports, records, event }: EventContext): Promise<void> => {
  const options: ApplyOptions = { event: event.id };
  if (records.charge.recovery?.fence !== 'sent') return;
  const lifted = await applyTransition(ports, records, 'fence_failed', {}, options);
  const observed = lifted.records.charge.recovery?.observed;
  if (lifted.outcome === 'changed' && observed) await applyResult(ports, lifted.records, observed);
};

/** What a look-up says about an event's claim; the claim itself if the PSP cannot be asked. Undefined if the money does not match. */
const verifyClaim = async (
  context: EventContext,
  claimed: LookUpResult,
): Promise<LookUpResult | undefined> => {
  const { ports, psp } = context;
  const { money, psp_reference } = context.event;
  const { charge, session } = context.records;
  if (!psp.lookUp) return withMoneyOf(charge, money, claimed);
  const call = timeFor(ports, lookUpTimeout_ms);
  const known = attemptOf(charge, session);
  const attempt = psp_reference === undefined ? known : { ...known, psp_reference };
  const asked_at = ports.clock.now();
  const found = call && (await psp.lookUp(attempt, call));
  // A lagging look-up may still show the hold that the event says is gone, or a capture that has failed since.
  const isOldCapture = found?.outcome === 'captured' && mayPredate(psp, arrivedAt(context), asked_at);
  const isBehind = claimed.outcome === 'canceled' && (found?.outcome === 'approved' || isOldCapture);
  if (found && isDefinite(found) && !isBehind) return asReported(found, context.event);
  if (found && isOtherAmount(found)) return undefined;
  throw mustWait(psp);
};

/** The claim of a PSP that cannot be asked, if the event's money is that of the charge. */
const withMoneyOf = (
  charge: Charge,
  money: PspEvent['money'],
  claimed: LookUpResult,
): LookUpResult | undefined => {
  if (claimed.outcome !== 'captured' && claimed.outcome !== 'approved') return claimed;
  if (!money || money.currency !== charge.currency) return undefined;
  // A hold may be captured in part; an automatic capture takes the whole amount.
  if (claimed.outcome === 'captured' && charge.capture_method === 'manual')
    return money.amount <= charge.amount ? claimed : undefined;
  if (money.amount !== charge.amount) return undefined;
  // A PSP that reports only the authorisation has captured if automatic capture was requested.
  return charge.capture_method === 'automatic'
    ? {
        outcome: 'captured',
        psp_reference: claimed.psp_reference,
        amount_captured: money.amount,
        ...defined({ particulars: claimed.particulars }),
        ...(claimed.outcome === 'captured' ? defined({ capture: claimed.capture }) : {}),
      }
    : claimed;
};

/** The PSP has a different amount: the attempt must not be called failed, and a person has to check it. */
const noteMismatch = async (context: EventContext): Promise<void> => {
  const { ports, records, event } = context;
  logAmountMismatch(context);
  const result = { outcome: 'unknown', doubt: 'amount_mismatch' } as const;
  if (isAttemptOpen(records.charge))
    await applyTransition(ports, records, 'noted', { result }, { event: event.id });
};
