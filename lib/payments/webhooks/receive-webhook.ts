import { ApiError } from '../../types/api-error.ts';
import type { Charge } from '../../types/charge.ts';
import { stateOf } from '../../types/charge-state.ts';
import type { InboundWebhook, LookUpAnswer, Psp, PspEvent, WebhookReading } from '../../types/psp.ts';
import { type ApplyOptions, applyAnswer, applyTransition, changeBy, isAttemptOpen } from '../apply.ts';
import { attemptOf, isDefinite } from '../attempt.ts';
import { type Changed, changeCharge, type Records } from '../change-charge.ts';
import { lookAtPayment, type Shown } from '../look.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { readRecords } from '../read-records.ts';
import { recoverCharge } from '../recovery/recover-charge.ts';
import { lookTimeout_ms, timeFor } from '../time-for.ts';
import { keyElsewhere } from '../transitions/key-elsewhere.ts';
import { firstLook } from '../transitions/schedule.ts';
import { contradictionOf, isDecided, keepOverdue, keepUnverified } from './contradicted-event.ts';
import { otherPaymentOf } from './other-payment.ts';
import { receiveAuthentication } from './receive-authentication.ts';
import { receiveDisputeEvent } from './receive-dispute-event.ts';
import { receiveOperationEvent } from './receive-operation-event.ts';
import { keepReported } from './reported-capture.ts';
import { firstUnverified, isRecent, lookAgain, notVerified } from './unverified-event.ts';

/**
 * Handles a PSP's webhook: the signature first, then each event separately, applied once to the charge it names. If one cannot be applied yet, the
 * PSP delivers the whole webhook again; events already applied are skipped. Money moves on the word of an event only if the PSP has no look-up,
 * nothing recorded contradicts it, and reference, account, amount and currency all match. Throws `signature_invalid`, `body_invalid`, or
 * `resource_missing` for an account that is not configured.
 */
export const receiveWebhook = async (
  ports: PaymentPorts,
  account: string,
  webhook: InboundWebhook,
): Promise<void> => {
  const psp = ports.psps.connect(account);
  if (!psp)
    throw new ApiError(
      'resource_missing',
      `No payment provider account ${account.slice(0, 64)} is configured.`,
      {
        param: 'psp',
      },
    );
  const reading = await psp.readWebhook(webhook);
  if (!reading.ok) {
    ports.report({ event: 'webhook_refused', psp: account, reason: reading.reason });
    throw refusalOf(psp, reading.reason);
  }
  const failures: unknown[] = [];
  for (const event of reading.events)
    await receive(ports, psp, event).catch((error: unknown) => failures.push(error));
  // Errors other than "deliver it again" are reported first.
  if (failures.length > 0) throw failures.find((error) => !isWait(error)) ?? failures[0];
};

const refusalOf = (psp: Psp, reason: Extract<WebhookReading, { readonly ok: false }>['reason']): ApiError => {
  switch (reason) {
    case 'malformed':
      return new ApiError('body_invalid', 'The webhook body is not what this payment provider sends.');
    case 'signature':
    case 'too_old':
      return new ApiError('signature_invalid', 'The webhook signature does not match, or is too old.');
    case 'unanswered':
      return notVerified(psp);
    default:
      return reason satisfies never;
  }
};

const receive = async (ports: PaymentPorts, psp: Psp, event: PspEvent): Promise<void> => {
  const { about } = event.claim;
  const charge = await chargeOf(ports, psp, event);
  if (!charge || charge.psp !== psp.id || about === 'nothing_of_ours') {
    ports.report({ event: 'webhook_not_ours', psp: psp.id, about });
    return;
  }
  return receiveFor(ports, psp, charge, event);
};

const receiveFor = async (ports: PaymentPorts, psp: Psp, charge: Charge, event: PspEvent): Promise<void> => {
  // Another delivery may have died before it applied the kept events.
  if (charge.events?.includes(event.id)) return void (await applyKept(ports, psp, charge));
  const records: Records = { charge, session: await ports.store.session(charge.session) };
  const contradiction = contradictionOf(psp, charge, event);
  const other = contradiction === 'other_payment' && (await otherPaymentOf(ports, psp, records, event));
  if (other) return receiveFor(ports, psp, other, event);
  if (contradiction) return keepUnverified(ports, psp, records, event, contradiction);
  try {
    await apply(ports, psp, records, event);
  } catch (error) {
    return keepOverdue(ports, psp, records, event, error);
  }
  // At a PSP without look-up, an event may have been kept while this one was applied.
  await applyKept(ports, psp, psp.lookUp ? charge : ((await ports.store.charge(charge.id)) ?? charge));
};

/**
 * Applies the events that the charge keeps because another had to come first: it may have come now. If they contradict it, they stay for a person.
 */
export const applyKept = async (ports: PaymentPorts, psp: Psp, before: Charge): Promise<Charge> => {
  const waiting = (before.unbelieved ?? []).flatMap(({ whole }) => whole ?? []);
  for (const event of waiting) {
    const records = await readRecords(ports, before.id);
    if (await isApplied(ports, psp, records, event)) await forget(ports, records, event);
  }
  return waiting.length === 0 ? before : (await readRecords(ports, before.id)).charge;
};

const isApplied = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
): Promise<boolean> => {
  if (records.charge.events?.includes(event.id)) return true;
  if (contradictionOf(psp, records.charge, event) || namesAnother(records.charge, event)) return false;
  try {
    await apply(ports, psp, records, event);
    return true;
  } catch (error) {
    if (isWait(error)) return false;
    throw error;
  }
};

/** A person has decided about the recorded payment, and the event names another one. */
const namesAnother = (charge: Charge, { psp_reference: named }: PspEvent): boolean => {
  const { psp_reference: known = named } = charge;
  return isDecided(charge) && named !== undefined && named !== known;
};

const isWait = (error: unknown): boolean => error instanceof ApiError && error.code === 'event_not_verified';

const forget = async (ports: PaymentPorts, records: Records, { id }: PspEvent): Promise<void> => {
  await changeCharge(ports, records, ({ charge: { unbelieved = [], ...charge } }) => {
    const left = unbelieved.filter(({ event }) => event !== id);
    return { charge: left.length > 0 ? { ...charge, unbelieved: left } : charge, outcome: undefined };
  });
};

const apply = async (ports: PaymentPorts, psp: Psp, records: Records, event: PspEvent): Promise<void> => {
  const { claim } = event;
  const { charge } = records;
  switch (claim.about) {
    case 'authorization':
      return receiveAuthorization(ports, psp, records, event, claim.answer);
    case 'fence':
      if (claim.answer.outcome === 'fencing') return;
      return isDefinite(claim.answer)
        ? receiveAuthorization(ports, psp, records, event, claim.answer)
        : liftFence(ports, records, event);
    case 'capture': {
      const captured = claim.answer.outcome === 'succeeded' && isUndecided(records);
      return captured
        ? receiveAuthorization(ports, psp, records, event, capturedBy(event))
        : receiveOperationEvent(ports, psp, records, event, claim.about, claim.answer);
    }
    case 'cancel':
    case 'refund':
      return receiveOperationEvent(ports, psp, records, event, claim.about, claim.answer);
    case 'dispute':
      return receiveDisputeEvent(ports, records, event, claim.dispute);
    case 'authentication':
      return receiveAuthentication(ports, psp, charge);
    case 'nothing_of_ours':
      return;
    default:
      return claim satisfies never;
  }
};

/**
 * An operation made in a PSP's dashboard, or by another program, may have a reference of its own: then the PSP's id of the payment shows the charge.
 */
const chargeOf = async (
  { store }: PaymentPorts,
  psp: Psp,
  { reference, psp_reference }: PspEvent,
): Promise<Charge | undefined> => {
  if (reference !== undefined) return store.charge(reference);
  return psp_reference === undefined ? undefined : store.chargeAt(psp.id, psp_reference);
};

/** Captured money of a charge that does not count it yet implies that it was also authorised. */
const isUndecided = ({ charge }: Records): boolean => isAttemptOpen(charge) || stateOf(charge) === 'failed';

const capturedBy = ({ psp_reference = '', operation_reference: id, money }: PspEvent): LookUpAnswer =>
  money
    ? {
        outcome: 'captured',
        psp_reference,
        amount_captured: money.amount,
        ...(id === undefined ? {} : { capture: keyElsewhere('ext', id) }),
      }
    : { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference };

const receiveAuthorization = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
  claimed: LookUpAnswer,
): Promise<void> => {
  if (!isDefinite(claimed)) {
    // The event reports a change without its details.
    if (!isAttemptOpen(records.charge)) await lookAtPayment(ports, psp, records);
    return;
  }
  if (isTooEarly(ports, psp, records, claimed)) throw notVerified(psp);
  const answer = await verified(ports, psp, records, event, claimed);
  if (!answer) return;
  const took = answer.outcome === 'captured' || answer.outcome === 'approved';
  const noted = took ? undefined : await note(ports, records, answer, event.id);
  if (noted?.outcome) return;
  const decisive =
    event.claim.about === 'fence' ||
    (answer.outcome === 'captured' && psp.capabilities.look_up?.lag_ms === 0);
  const reported = psp.lookUp && event.claim.about === 'capture';
  const current = noted?.records ?? (reported ? await keepReported(ports, records, event, answer) : records);
  const behind = psp.lookUp !== undefined && showsLess(event, answer);
  const options: ApplyOptions = {
    decisive,
    unchecked: psp.lookUp === undefined,
    ...(behind ? {} : { event: event.id }),
  };
  const { outcome, records: after } = await applyAnswer(ports, current, answer, options);
  if (outcome === 'stale') return lookAgain(ports, psp, after, event.id);
  if (behind && event.claim.about === 'capture' && !isUndecided(after))
    return receiveOperationEvent(ports, psp, after, event, 'capture', event.claim.answer);
  if (outcome === 'late') await recoverCharge(ports, records.charge.id);
};

/**
 * The confirm's own response may still say that the customer has to authenticate, and then nobody can have paid yet. A PSP that cannot be asked
 * delivers the event again, after that response.
 */
const isTooEarly = (ports: PaymentPorts, psp: Psp, records: Records, { outcome }: LookUpAnswer): boolean =>
  psp.lookUp === undefined &&
  psp.capabilities.completes_authentication === true &&
  (outcome === 'approved' || outcome === 'captured') &&
  mayStillRun(ports, records);

/** The PSP does not yet show the capture that it reported. */
const showsLess = ({ claim, money }: PspEvent, answer: LookUpAnswer): boolean =>
  claim.about === 'capture' &&
  (answer.outcome === 'approved' ||
    (answer.outcome === 'captured' && answer.amount_captured < (money?.amount ?? 0)));

/** The confirm that made this attempt may still be waiting for the same result: it must handle a decline itself, while it has the card. */
const mayStillRun = ({ clock, recovery }: PaymentPorts, { charge }: Records): boolean =>
  stateOf(charge) === 'pending' &&
  charge.outcome === null &&
  clock.now() < firstLook(charge.started, recovery);

/**
 * While the confirm may run, it decides; if it has died, recovery finds the note. Resolves to whether the report is noted, and the current records.
 */
const note = (
  ports: PaymentPorts,
  records: Records,
  answer: LookUpAnswer,
  event: string,
): Promise<Changed<Records, boolean>> =>
  changeCharge(ports, records, (now) =>
    mayStillRun(ports, now)
      ? { ...changeBy(ports, now, 'noted', { answer }, { event }), outcome: true }
      : { outcome: false },
  );

/** The fence failed, so what was reported of the payment meanwhile counts and is applied now. */
const liftFence = async (ports: PaymentPorts, records: Records, { id }: PspEvent): Promise<void> => {
  const options: ApplyOptions = { event: id };
  if (records.charge.recovery?.fence !== 'sent') return;
  const lifted = await applyTransition(ports, records, 'fence_failed', {}, options);
  const observed = lifted.records.charge.recovery?.observed;
  if (lifted.outcome === 'changed' && observed) await applyAnswer(ports, lifted.records, observed);
};

/** What a look-up says about an event's claim; the claim itself if the PSP cannot be asked and the money matches. */
const verified = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  { id, money, psp_reference }: PspEvent,
  claimed: LookUpAnswer,
): Promise<LookUpAnswer | undefined> => {
  const { charge, session } = records;
  if (psp.lookUp) {
    const call = timeFor(ports, lookTimeout_ms);
    const known = attemptOf(charge, session);
    const attempt = psp_reference === undefined ? known : { ...known, psp_reference };
    const asked = ports.clock.now();
    const found = call && (await psp.lookUp(attempt, call));
    // A lagging look-up may still show the hold that the event says is gone, or a capture that has failed since.
    const behind =
      claimed.outcome === 'canceled' &&
      (found?.outcome === 'approved' ||
        (found && (await mayHaveFailed(ports, psp, records, id, { found, asked }))));
    if (found && isDefinite(found) && !behind) return found;
    // Redelivery would not change the amount: a person has to check it.
    if (found && 'doubt' in found && found.doubt === 'amount_mismatch')
      return mismatch(ports, psp, records, id);
    throw notVerified(psp);
  }
  if (claimed.outcome !== 'captured' && claimed.outcome !== 'approved') return claimed;
  if (money?.currency !== charge.currency) return mismatch(ports, psp, records, id);
  // A hold may be captured in part; an automatic capture takes the whole amount.
  if (claimed.outcome === 'captured' && charge.capture_method === 'manual')
    return money.amount <= charge.amount ? claimed : mismatch(ports, psp, records, id);
  if (money.amount !== charge.amount) return mismatch(ports, psp, records, id);
  // A PSP that reports only the authorisation has captured if automatic capture was requested.
  return charge.capture_method === 'automatic'
    ? {
        outcome: 'captured',
        psp_reference: claimed.psp_reference,
        amount_captured: money.amount,
        ...(claimed.particulars ? { particulars: claimed.particulars } : {}),
      }
    : claimed;
};

/** A lagging look-up may still show a capture that has failed since. */
const mayHaveFailed = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: string,
  { found, asked }: Shown,
): Promise<boolean> =>
  found.outcome === 'captured' &&
  psp.capabilities.look_up?.lag_ms !== 0 &&
  isRecent(psp, await firstUnverified(ports, records, event), asked);

/** The PSP has a different amount: the attempt must not be called failed, and a person has to check it. */
const mismatch = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  webhook: string,
): Promise<undefined> => {
  ports.report({ event: 'webhook_amount_mismatch', psp: psp.id, charge: records.charge.id, webhook });
  const answer = { outcome: 'unknown', doubt: 'amount_mismatch' } as const;
  if (isAttemptOpen(records.charge))
    await applyTransition(ports, records, 'noted', { answer }, { event: webhook });
};
