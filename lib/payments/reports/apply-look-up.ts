import { attemptOf } from '../../charge/attempt.ts';
import { isDefinite, isOtherAmount } from '../../charge/definite-result.ts';
import { sumOfRefunds } from '../../charge/sum-of-refunds.ts';
import { timedOutAt } from '../../charge/timed-out.ts';
import type { Charge, Reversal } from '../../types/charge.ts';
import { isAttemptOpen } from '../../types/charge-state.ts';
import type { ListedRefunds, LookUpResult, Psp } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';
import { type ApplyOptions, applyResult } from './apply.ts';
import { applyRefundFacts, shownTimeOf } from './apply-refund-facts.ts';
import { lookUpTimeout_ms, timeFor } from './time-for.ts';

/** What the PSP shows, and when it was asked (Unix milliseconds): it says nothing about anything later. */
export type LookUp = { readonly found: LookUpResult; readonly asked_at: number };

export type AppliedLookUp = {
  readonly records: Records;
  /** When the PSP was asked. Unix milliseconds. */
  readonly asked_at: number;
  /** What the PSP shows; undefined if it cannot be asked, or there was no time. */
  readonly payment?: LookUpResult;
  readonly refunds?: ListedRefunds;
};

/**
 * Looks up the payment, and its refunds if they may differ from the record, also if the payment got no response. Applies every fact, whoever caused it.
 * Raises an alarm for a refund total that no list explains, and for another amount once the outcome is recorded.
 */
export const applyLookUp = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  options: ApplyOptions = {},
): Promise<AppliedLookUp> => {
  const asked_at = ports.clock.now();
  const call = psp.lookUp && timeFor(ports, lookUpTimeout_ms);
  if (!psp.lookUp || !call) return lookAtRefunds(ports, psp, { records, asked_at });
  const payment = await psp.lookUp(attemptOf(records.charge, records.session), call);
  if (!isDefinite(payment)) {
    logMismatch(ports, records.charge, payment);
    return lookAtRefunds(ports, psp, { records, asked_at, payment });
  }
  const shown_by = shownTimeOf(psp, asked_at);
  const applied = await applyResult(ports, records, payment, { ...options, shown_by });
  // Something newer was recorded meanwhile: look up again, from there.
  if (applied.outcome === 'stale' && applied.records.charge.rev > records.charge.rev)
    return applyLookUp(ports, psp, applied.records, options);
  const looked = await lookAtRefunds(ports, psp, { records: applied.records, asked_at, payment });
  if (!looked.refunds?.complete)
    logUnexplained(ports, looked, {
      mayBeListed: looked.refunds === undefined && psp.lookUpRefunds !== undefined,
    });
  return looked;
};

const lookAtRefunds = async (
  ports: PaymentPorts,
  psp: Psp,
  looked: AppliedLookUp,
): Promise<AppliedLookUp> => {
  const { charge } = looked.records;
  const call =
    psp.lookUpRefunds && mayDiffer(ports, charge, looked.payment)
      ? timeFor(ports, lookUpTimeout_ms)
      : undefined;
  if (!psp.lookUpRefunds || !call) return looked;
  const asked_at = ports.clock.now();
  const refunds = await psp.lookUpRefunds(attemptOf(charge), call);
  if (refunds.outcome !== 'found') return looked;
  const listed = { ...refunds, shown_by: shownTimeOf(psp, asked_at) };
  const records = await applyRefundFacts(ports, looked.records, listed);
  return { ...looked, refunds: listed, records };
};

/** A total only shows that there is a difference; the list shows which refund it is. */
const mayDiffer = (
  { recovery }: PaymentPorts,
  charge: Charge,
  payment: LookUpResult | undefined,
): boolean => {
  const refunds = Object.values(charge.refunds);
  if (refunds.some(({ status }) => status === 'pending')) return true;
  const { reversal } = charge;
  // The sum may not include the failure of an earlier try yet.
  if (reversal && isRefunding(reversal)) return true;
  if (payment?.outcome !== 'captured' || reversal !== undefined) return false;
  const { amount_refunded } = payment;
  if (amount_refunded !== undefined) return amount_refunded !== sumOfRefunds(charge, 'succeeded');
  // On the list may be a refund that has timed out, or one that came before we knew the payment.
  return timedOutAt(charge, recovery) !== undefined || charge.other_payment_of !== undefined;
};

/** The reversal is under way, and refunds return the money or have returned a part of it. */
const isRefunding = ({ by, status, parts }: Reversal): boolean =>
  status !== 'done' && (by === 'refund' || parts !== undefined);

/** The PSP has another amount or currency than requested, for a payment whose outcome is recorded: no open item reports that. */
const logMismatch = ({ log }: PaymentPorts, charge: Charge, payment: LookUpResult): void => {
  if (isAttemptOpen(charge) || !isOtherAmount(payment)) return;
  const { id, session, psp } = charge;
  log({ event: 'look_up_amount_mismatch', charge: id, session, psp });
};

/**
 * The PSP has refunded a different sum than is recorded, and no complete list of its refunds explains it: a person has to decide. A smaller sum may
 * be an old state if a list is still to be read.
 */
const logUnexplained = (
  { log }: PaymentPorts,
  { records: { charge }, payment }: AppliedLookUp,
  { mayBeListed }: { readonly mayBeListed: boolean },
): void => {
  if (payment?.outcome !== 'captured' || charge.reversal !== undefined) return;
  const recorded = sumOfRefunds(charge, 'succeeded');
  const { amount_refunded = recorded } = payment;
  // A PSP may include pending refunds.
  if (
    amount_refunded <= recorded + sumOfRefunds(charge, 'pending') &&
    (amount_refunded >= recorded || mayBeListed)
  )
    return;
  const { id, session, psp } = charge;
  log({ event: 'refund_total_differs', charge: id, session, psp, amount_refunded, recorded });
};
