import { brokenInvariant } from '../../charge/broken-invariant.ts';
import { wasRemoved } from '../../charge/failed-refunds.ts';
import { keyElsewhere } from '../../charge/key-elsewhere.ts';
import { isDenied, type RefundReport, refundAfter } from '../../charge/transitions/refund-table.ts';
import { ApiError, isStorageDown } from '../../types/api-error.ts';
import type { Charge, Refund } from '../../types/charge.ts';
import { defined } from '../../types/defined.ts';
import { openThings, unscheduled } from '../../types/open-things.ts';
import { settlesFormer } from '../../types/outcome.ts';
import type { ChargeUpdated } from '../../types/ports.ts';
import type { OperationResult } from '../../types/psp.ts';
import type { Result } from '../../types/result.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { changeCharge } from '../records/change-charge.ts';

export type SettleOptions = {
  /** When the caller recorded its failed request as sent: if another was sent since, the failure proves nothing. */
  readonly sent?: number;
  /** A person decided it: anything reported since they looked counts instead. */
  readonly by_person?: boolean;
  /** The response under the refund's key, if not the refund itself. */
  readonly result?: (refund: Refund, charge: Charge) => Result;
};

/**
 * Records a report about a refund, in one conditional update, and returns the refund and charge afterwards. The table of refunds decides: a refund
 * that has failed stays failed, one that succeeded may fail later. Throws `storage_unavailable` if the refund keeps changing.
 */
export const settleRefund = async (
  ports: PaymentPorts,
  from: Charge,
  id: string,
  received: RefundReport,
  { sent, by_person = false, result }: SettleOptions = {},
): Promise<{ readonly refund: Refund; readonly charge: Charge }> => {
  let charge = from;
  for (let round = 0; round < 8; round++) {
    const refund = charge.refunds[id];
    const before = from.refunds[id];
    if (!refund && before && wasRemoved(charge, { operation: id }))
      return { refund: { ...before, status: 'failed' }, charge };
    if (!refund) throw new ApiError('internal', `Refund ${id} of charge ${charge.id} is missing.`);
    if (by_person && refund.status !== 'pending') return { refund, charge };
    const proved = isReportedFailed(charge, refund, received)
      ? failure
      : unknownIfSentAgain(refund, received, sent);
    const next = nextOf(ports, charge, refund, proved, result);
    if (!next) return { refund, charge };
    const release = next.status === 'failed' && refund.status !== 'failed';
    // Before the write: an alarm may fire twice, but must fire.
    if (refund.status === 'succeeded' && release)
      ports.log({ event: 'refund_failed_late', charge: charge.id, refund: id, psp: charge.psp });
    const written = await write(ports, charge.id, next, release);
    if (written.ok) {
      checkStored(ports, written.charge);
      // Its failure was reported between the read and the write.
      if (isReportedFailed(written.charge, next, received))
        return settleRefund(ports, written.charge, id, failure, { ...(result ? { result } : {}) });
      return { refund: next, charge: await leaveIndex(ports, written.charge) };
    }
    charge = written.charge ?? charge;
  }
  throw new ApiError('storage_unavailable', 'Another call is changing this refund. Try again.', {
    retry_after: 1,
  });
};

const failure = { outcome: 'failed', reason: 'processor_error' } as const satisfies RefundReport;

/** The PSP has reported the failure of this refund before, under its own id alone, which was not yet recorded as ours. */
const isReportedFailed = (charge: Charge, refund: Refund, received: RefundReport): boolean => {
  if (received.outcome === 'failed' || received.outcome === 'unknown') return false;
  if (refund.status === 'failed' || refund.external) return false;
  const { psp_reference } = received;
  if (psp_reference === undefined) return false;
  const reported = charge.refunds[keyElsewhere('ext', psp_reference)];
  if (!reported) return wasRemoved(charge, { psp_reference });
  return reported.id !== refund.id && reported.status === 'failed' && !isDenied(charge, reported);
};

/** A write without a response may have been made: then the stored refund shows it. */
const write = async (
  ports: PaymentPorts,
  charge: string,
  next: Refund,
  release: boolean,
): Promise<ChargeUpdated> => {
  try {
    return await ports.store.replaceRefund(charge, next, { release });
  } catch (error) {
    if (!isStorageDown(error)) throw error;
    const current = await ports.store.charge(charge);
    if (current?.refunds[next.id]?.write === next.write) return { ok: true, charge: current };
    throw error;
  }
};

/** Takes a charge that waits for a person out of the recovery index once nothing is open on it: no check would do so. */
const leaveIndex = async (ports: PaymentPorts, charge: Charge): Promise<Charge> => {
  if (charge.recover_at === undefined || charge.recover_at < unscheduled || openThings(charge).length > 0)
    return charge;
  const { records } = await changeCharge(ports, { charge }, ({ charge: current }) =>
    // A new object is written, and the write takes the charge out of the index.
    openThings(current).length > 0 ? { outcome: undefined } : { charge: { ...current }, outcome: undefined },
  );
  return records.charge;
};

/** The refund's next revision with its stored response; undefined if there is nothing to write. */
const nextOf = (
  ports: PaymentPorts,
  charge: Charge,
  refund: Refund,
  received: RefundReport,
  result: SettleOptions['result'],
): Refund | undefined => {
  const next = refundAfter(refund, received, ports.newWrite());
  const lacksResponse = refund.remembered !== undefined && refund.remembered.answer === undefined;
  if (!next || (received.outcome === 'unknown' && !lacksResponse)) return undefined;
  const fails = next.status === 'failed' && refund.status !== 'failed';
  const dated = fails ? { ...next, failed_at: ports.clock.now() } : next;
  if (!lacksResponse || !dated.remembered) return dated;
  const response = ports.render(result?.(dated, charge) ?? { refund: dated, charge }, dated.remembered.view);
  return { ...dated, remembered: { ...dated.remembered, answer: response } };
};

/** A failed request means failure only if no other can have been sent: each is recorded before it is sent. */
const unknownIfSentAgain = (
  refund: Refund,
  received: RefundReport,
  sent: number | undefined,
): RefundReport =>
  isOfOneRequest(received) && sent !== undefined && refund.sent !== sent ? { outcome: 'unknown' } : received;

/** The failure is of the request, and says nothing about an earlier one. */
const isOfOneRequest = (received: RefundReport): boolean =>
  received.outcome === 'failed' && received.reason !== undefined && !settlesFormer(received.reason);

/** What a response says about this refund: a different amount is not believed. */
export const readRefundReport = (
  ports: PaymentPorts,
  charge: Charge,
  refund: Refund,
  result: OperationResult,
): RefundReport => {
  switch (result.outcome) {
    case 'succeeded':
    case 'pending': {
      if (result.outcome === 'succeeded' && result.amount !== undefined && result.amount !== refund.amount) {
        ports.log({
          event: 'refund_amount_mismatch',
          charge: charge.id,
          refund: refund.id,
          psp: charge.psp,
        });
        return { outcome: 'unknown' };
      }
      const known = defined({ psp_reference: result.psp_reference });
      return { outcome: result.outcome === 'pending' ? 'accepted' : 'succeeded', ...known };
    }
    case 'failed':
      return { outcome: 'failed', reason: result.reason };
    case 'unknown':
      return { outcome: 'unknown' };
    default:
      return result satisfies never;
  }
};

/** What a fact takes from the amounts that may still be refunded. Minor units. */
type TakenAmounts = Pick<Charge, 'amount_refundable' | 'amount_refundable_disputed'>;

/** The charge as the fact will leave it, if nothing else is written meanwhile. */
export const afterTaking = (charge: Charge, taken: TakenAmounts): Charge => ({
  ...charge,
  amount_refundable: charge.amount_refundable - taken.amount_refundable,
  amount_refundable_disputed: charge.amount_refundable_disputed - taken.amount_refundable_disputed,
});

/**
 * Reports that refunds and disputes exceed what was captured, with a fact that takes some: the customer has money twice, or will if an open dispute is
 * lost. A person has to check. Called before the write, and if it reports nothing there, after it: others may have written meanwhile.
 */
export const logOverReturned = (ports: PaymentPorts, charge: Charge, taken: TakenAmounts): boolean => {
  const amount = Math.max(
    taken.amount_refundable > 0 ? -charge.amount_refundable : 0,
    taken.amount_refundable_disputed > 0 ? -charge.amount_refundable_disputed : 0,
  );
  if (amount > 0)
    ports.log({
      event: 'over_returned',
      charge: charge.id,
      session: charge.session,
      psp: charge.psp,
      amount,
    });
  return amount > 0;
};

/** What the PSP contradicts: a person's decision, or its own earlier report. */
export type Contradicted = 'decision_contradicted' | 'outcome_contradicted';

export const logContradicted = (
  { log }: PaymentPorts,
  { id, session, psp }: Charge,
  event: Contradicted,
): void => log({ event, charge: id, session, psp });

/** A single update is checked afterwards, when it is too late to reject it, so a broken invariant is reported. */
export const checkStored = (ports: PaymentPorts, charge: Charge): void => {
  const broken = brokenInvariant(charge);
  if (broken !== undefined)
    ports.log({
      event: 'invariant_broken',
      charge: charge.id,
      psp: charge.psp,
      what: broken,
      stored: true,
    });
};
