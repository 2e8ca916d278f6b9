import { clock_skew_ms } from '../../charge/elapsed-proof.ts';
import { wasRemoved } from '../../charge/failed-refunds.ts';
import { keyElsewhere } from '../../charge/key-elsewhere.ts';
import { firstCheck, recoveryMark } from '../../charge/schedule.ts';
import { isDenied, type RefundReport } from '../../charge/transitions/refund-table.ts';
import type { Charge, Refund } from '../../types/charge.ts';
import { defined } from '../../types/defined.ts';
import type { ListedRefunds, OperationResult, Psp, RefundFact } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';
import {
  afterTaking,
  type Contradicted,
  checkStored,
  logContradicted,
  logOverReturned,
  readRefundReport,
  settleRefund,
} from './settle-refund.ts';
import { settleReversal } from './settle-reversal.ts';

/** A list requested at `asked_at` (Unix milliseconds) may lag, and what it is compared with may have been recorded by another clock. */
export const shownTimeOf = (psp: Psp, asked_at: number): number =>
  asked_at - (psp.capabilities.look_up?.lag_ms ?? 0) - clock_skew_ms;

/** Applies every refund that the PSP lists: ours by our id or the PSP's, others under a derived key. */
export const applyRefundFacts = async (
  ports: PaymentPorts,
  records: Records,
  listed: ListedRefunds,
): Promise<Records> => {
  let { charge, session } = records;
  for (const fact of listed.refunds) {
    const { reversal } = charge;
    // While a charge's money is being returned, only refunds already recorded count.
    if (!reversal || (fact.operation !== reversal.id && refundOf(charge, fact, listed)))
      charge = await applyRefundFact(ports, charge, fact, listed);
    else if (fact.operation === reversal.id && fact.status !== 'pending')
      ({ charge, session } = await settleReversal(ports, { charge, session }, reversal.id, resultOf(fact), {
        failed: { operation: reversal.id },
      }));
  }
  return { charge, session };
};

const resultOf = (fact: RefundFact): OperationResult =>
  fact.status === 'failed'
    ? { outcome: 'failed', reason: fact.reason ?? 'processor_error' }
    : { outcome: 'succeeded', psp_reference: fact.psp_reference, amount: fact.amount };

/**
 * Applies one refund that the PSP shows. If it contradicts a failure recorded here, or is a second one under our id, it is recorded as made elsewhere,
 * in addition to ours. `listed`: the list that shows it; without one, only a person's decision can be contradicted.
 */
export const applyRefundFact = async (
  ports: PaymentPorts,
  charge: Charge,
  fact: RefundFact,
  listed?: ListedRefunds,
): Promise<Charge> => {
  const ours = refundOf(charge, fact, listed);
  if (!ours && fact.operation !== undefined) {
    // It may be one of ours, recorded after the charge was read.
    const current = (await ports.store.charge(charge.id)) ?? charge;
    if (refundOf(current, fact, listed)) return applyRefundFact(ports, current, fact, listed);
    const isSecondOfOurs = current.refunds[fact.operation] !== undefined && fact.status !== 'failed';
    if (isSecondOfOurs) logContradicted(ports, current, 'outcome_contradicted');
    return recordOther(ports, current, fact, listed);
  }
  if (!ours) return recordOther(ports, charge, fact, listed);
  if (isRevived(charge, ours, fact))
    return recordElsewhere(ports, charge, fact, keyOfRevived(charge, fact, ours));
  const contradicted = findContradiction(charge, ours, fact, listed?.shown_by);
  if (contradicted) return revive(ports, charge, ours, fact, contradicted);
  const result: OperationResult =
    fact.status === 'pending' ? { outcome: 'pending', psp_reference: fact.psp_reference } : resultOf(fact);
  const reported = readRefundReport(ports, charge, ours, result);
  if (reported.outcome === 'unknown') return charge;
  const settled = await settleRefund(ports, charge, ours.id, reported);
  // A person called it failed after the charge was read.
  const since = findContradiction(settled.charge, settled.refund, fact);
  return since ? revive(ports, settled.charge, settled.refund, fact, since) : settled.charge;
};

/** The recorded refund that a fact or event is about; undefined if made elsewhere and not yet recorded. */
const refundOf = (charge: Charge, fact: RefundFact, listed?: ListedRefunds): Refund | undefined => {
  const { refunds } = charge;
  const { operation, psp_reference } = fact;
  const named = operation === undefined ? undefined : refunds[operation];
  if (named && !isSecond(charge, named, fact, listed)) return named;
  return (
    Object.values(refunds).find((refund) => refund.psp_reference === psp_reference) ??
    refunds[keyElsewhere('ext', psp_reference)]
  );
};

/**
 * Whether the PSP has executed our refund twice, and this fact is about the other one: both are done or on the same list, under two ids of the PSP's.
 * A person may have given a wrong id.
 */
const isSecond = (
  { decisions = [] }: Charge,
  { id, status, psp_reference: known }: Refund,
  fact: RefundFact,
  listed: ListedRefunds | undefined,
): boolean => {
  if (known === undefined || known === fact.psp_reference) return false;
  if (decisions.some(({ operation }) => operation === id)) return false;
  const areDone = status === 'succeeded' && fact.status === 'succeeded';
  return areDone || listed?.refunds.some(({ psp_reference }) => psp_reference === known) === true;
};

/** The PSP has a refund that has failed here: it counts under a record of its own, with an alarm. `failed`: undefined if it has given way to others. */
const revive = (
  ports: PaymentPorts,
  charge: Charge,
  failed: Refund | undefined,
  fact: RefundFact,
  contradicted: Contradicted,
): Promise<Charge> => {
  logContradicted(ports, charge, contradicted);
  return recordElsewhere(ports, charge, fact, keyOfRevived(charge, fact, failed));
};

/** A refund without a record: made elsewhere, or one that has failed here and given way to others, which counts only if a list shows it done. */
const recordOther = async (
  ports: PaymentPorts,
  charge: Charge,
  fact: RefundFact,
  listed: ListedRefunds | undefined,
): Promise<Charge> => {
  if (!wasRemoved(charge, fact)) return recordElsewhere(ports, charge, fact);
  return listed && fact.status === 'succeeded'
    ? revive(ports, charge, undefined, fact, 'outcome_contradicted')
    : charge;
};

/**
 * Whether the PSP has a refund that has failed here, and what that contradicts: a person's decision at once; the PSP's own report, or a time-out,
 * only if the refund is still listed long after.
 */
const findContradiction = (
  charge: Charge,
  ours: Refund,
  fact: RefundFact,
  shown_by = 0,
): Contradicted | undefined => {
  if (ours.status !== 'failed' || fact.status !== 'succeeded') return undefined;
  if (isDenied(charge, ours)) return 'decision_contradicted';
  if (ours.external) return undefined;
  return ours.failed_at !== undefined && ours.failed_at < shown_by ? 'outcome_contradicted' : undefined;
};

/** Whether the PSP shows a refund that counts as failed here, and it does not count yet that it was done: the failure is too recent. */
export const isContradictedTooSoon = (charge: Charge, fact: RefundFact, listed: ListedRefunds): boolean => {
  const ours = refundOf(charge, fact, listed);
  if (ours?.status !== 'failed' || ours.external) return false;
  return fact.status === 'succeeded' && !isRevived(charge, ours, fact);
};

/** The key of the record that is added for a refund that has failed here. One made elsewhere has the usual key itself, as may one that gave way. */
const keyOfRevived = (
  charge: Charge,
  { psp_reference }: RefundFact,
  { external }: Pick<Refund, 'external'> = {},
): string => {
  const taken = external || wasRemoved(charge, { psp_reference });
  return keyElsewhere('ext', taken ? `again/${psp_reference}` : psp_reference);
};

/** Later facts about a revived refund are about the record that was added for it. */
const isRevived = (charge: Charge, ours: Refund, fact: RefundFact): boolean =>
  ours.status === 'failed' && charge.refunds[keyOfRevived(charge, fact, ours)] !== undefined;

/** Records a refund made elsewhere under a key derived from the PSP's id of it, or what has become of one that is recorded. */
const recordElsewhere = async (
  ports: PaymentPorts,
  charge: Charge,
  fact: RefundFact,
  id = keyElsewhere('ext', fact.psp_reference),
): Promise<Charge> => {
  if (wasRemoved(charge, { operation: id })) return charge;
  const reported = reportOf(fact);
  if (charge.refunds[id]) return (await settleRefund(ports, charge, id, reported)).charge;
  const now = ports.clock.now();
  const refund = refundElsewhere(ports, id, fact, now);
  const mark = recoveryMark(charge.id, firstCheck(now, ports.recovery), ports.recovery);
  const amount = fact.status === 'failed' ? 0 : fact.amount;
  const taken = { amount_refundable: amount, amount_refundable_disputed: amount };
  const isReported = logOverReturned(ports, afterTaking(charge, taken), taken);
  const written = await ports.store.recordRefund(charge.id, refund, mark);
  // Another delivery recorded it first, perhaps with a different status.
  if (!written.ok) return written.charge ? recordElsewhere(ports, written.charge, fact, id) : charge;
  checkStored(ports, written.charge);
  ports.log({
    event: 'external_change',
    charge: charge.id,
    session: charge.session,
    psp: charge.psp,
    refund: id,
    amount: fact.amount,
  });
  // Our refund was settled under this id between the read and the write.
  const ours = Object.values(written.charge.refunds).find(
    (one) => one.id !== id && one.psp_reference === fact.psp_reference && one.status !== 'failed',
  );
  if (fact.status === 'failed' && ours)
    return (await settleRefund(ports, written.charge, ours.id, reported)).charge;
  if (!isReported) logOverReturned(ports, written.charge, taken);
  return written.charge;
};

const reportOf = ({ status, psp_reference, reason }: RefundFact): RefundReport => {
  switch (status) {
    case 'pending':
      return { outcome: 'accepted', psp_reference };
    case 'failed':
      return { outcome: 'failed', ...defined({ reason }) };
    case 'succeeded':
      return { outcome: 'succeeded', psp_reference };
    default:
      return status satisfies never;
  }
};

const refundElsewhere = (
  ports: PaymentPorts,
  id: string,
  { amount, status, psp_reference, reason = 'processor_error' }: RefundFact,
  now: number,
): Refund => ({
  id,
  rev: 1,
  write: ports.newWrite(),
  amount,
  status,
  external: true,
  accepted: true,
  psp_reference,
  ...(status === 'failed' && { failure_reason: reason }),
  metadata: {},
  created: Math.floor(now / 1000),
});
