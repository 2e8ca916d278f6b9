import { ApiError } from '../types/api-error.ts';
import type { InboundWebhook, LookUpAnswer, Psp, PspEvent } from '../types/psp.ts';
import type { Charge } from '../types/records.ts';
import { applyAnswer, liftFence, noteAnswer } from './apply-answer.ts';
import { applyOperationEvent, notVerified } from './apply-operation-event.ts';
import { attemptOf } from './attempt-of.ts';
import { isDefinite } from './is-definite.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { recoverCharge } from './recovery/recover-charge.ts';
import { firstLook } from './recovery-mark.ts';
import { timeFor } from './run-attempt.ts';

const timeout_ms = 8_000;

/**
 * Takes in what a PSP tells by webhook: signature first, then each event applied once to the charge it names. Money moves on an event's word only
 * where the PSP has no look-up and reference, account, amount and currency all match. Throws `signature_invalid`, `body_invalid`, or
 * `resource_missing` for an account that is not configured.
 */
export const receiveWebhook = async (
  ports: PaymentPorts,
  account: string,
  webhook: InboundWebhook,
): Promise<void> => {
  const psp = ports.psps.connect(account);
  if (!psp)
    throw new ApiError('resource_missing', `No payment provider account ${account.slice(0, 64)}.`, {
      param: 'psp',
    });
  const reading = await psp.readWebhook(webhook);
  if (!reading.ok) {
    ports.report({ event: 'webhook_refused', psp: account, reason: reading.reason });
    throw reading.reason === 'malformed'
      ? new ApiError('body_invalid', 'The webhook body is not what this payment provider sends.')
      : new ApiError('signature_invalid', 'The webhook signature does not match, or is too old.');
  }
  for (const event of reading.events) await apply(ports, psp, event);
};

const apply = async (ports: PaymentPorts, psp: Psp, event: PspEvent): Promise<void> => {
  const charge = event.reference === undefined ? undefined : await ports.store.charge(event.reference);
  if (!charge || charge.psp !== psp.id || event.claim.about === 'nothing_of_ours') {
    ports.report({ event: 'webhook_not_ours', psp: psp.id, about: event.claim.about });
    return;
  }
  if (charge.events?.includes(event.id)) return;
  switch (event.claim.about) {
    case 'authorization':
      return applyAuthorization(ports, psp, charge, event, event.claim.answer);
    case 'fence':
      if (event.claim.answer.outcome === 'fencing') return;
      return isDefinite(event.claim.answer)
        ? applyAuthorization(ports, psp, charge, event, event.claim.answer)
        : liftFence(ports, charge.id, event.id);
    case 'capture':
      if (event.claim.answer.outcome === 'succeeded' && isUndecided(charge))
        return applyAuthorization(ports, psp, charge, event, capturedBy(event));
      return applyOperationEvent(ports, psp, charge, event.claim.about, event.claim.answer, event);
    case 'cancel':
    case 'refund':
      return applyOperationEvent(ports, psp, charge, event.claim.about, event.claim.answer, event);
    default:
      return event.claim satisfies never;
  }
};

/** Money taken for a charge that does not count it yet tells of its authorisation too. */
const isUndecided = ({ status }: Charge): boolean =>
  status === 'pending' || status === 'requires_action' || status === 'needs_review' || status === 'failed';

const capturedBy = ({ psp_reference = '' }: PspEvent): LookUpAnswer => ({
  outcome: 'captured',
  psp_reference,
});

const applyAuthorization = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  event: PspEvent,
  claimed: LookUpAnswer,
): Promise<void> => {
  if (!isDefinite(claimed)) return;
  const answer = await verified(ports, psp, charge, event, claimed);
  if (!answer) return;
  if (mayStillRun(ports, charge) && answer.outcome !== 'captured' && answer.outcome !== 'approved')
    return noteAnswer(ports, charge.id, answer, event.id, firstLook(charge.started, ports.recovery));
  const decisive =
    event.claim.about === 'fence' ||
    (answer.outcome === 'captured' && psp.capabilities.look_up?.lag_ms === 0);
  const { effect } = await applyAnswer(ports, charge.id, answer, { event: event.id, decisive });
  if (effect === 'late_effect') await recoverCharge(ports, charge.id);
};

/** The confirm that made this attempt may still be waiting for the same answer: a decline is its to act on, with the card at hand. */
const mayStillRun = ({ clock, recovery }: PaymentPorts, charge: Charge): boolean =>
  charge.status === 'pending' && charge.outcome === null && clock.now() < firstLook(charge.started, recovery);

/** What the PSP says when asked about an event's claim; the claim itself where it cannot be asked and the money matches. */
const verified = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  { id, money, psp_reference }: PspEvent,
  claimed: LookUpAnswer,
): Promise<LookUpAnswer | undefined> => {
  const call = timeFor(ports, timeout_ms);
  if (psp.lookUp) {
    const attempt = psp_reference === undefined ? attemptOf(charge) : { ...attemptOf(charge), psp_reference };
    const found = call && (await psp.lookUp(attempt, call));
    // A look-up with a lag may still show the hold that the event says is gone.
    const behind = claimed.outcome === 'canceled' && found?.outcome === 'approved';
    if (found && isDefinite(found) && !behind) return found;
    // Delivering it again would not change what was taken: a person has to look at it.
    if (found && 'doubt' in found && found.doubt === 'amount_mismatch')
      return mismatch(ports, psp, charge, id);
    throw notVerified(psp);
  }
  if (claimed.outcome !== 'captured' && claimed.outcome !== 'approved') return claimed;
  // A PSP that only tells of the authorisation captures by itself where it was asked to.
  const outcome = charge.capture_method === 'automatic' ? 'captured' : claimed.outcome;
  if (money?.amount === charge.amount && money.currency === charge.currency) return { ...claimed, outcome };
  return mismatch(ports, psp, charge, id);
};

const mismatch = ({ report }: PaymentPorts, psp: Psp, charge: Charge, webhook: string): undefined => {
  report({ event: 'webhook_amount_mismatch', psp: psp.id, charge: charge.id, webhook });
};
