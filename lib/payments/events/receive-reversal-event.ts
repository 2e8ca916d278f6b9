import type { OperationAnswer, Psp, PspEvent } from '../../types/psp.ts';
import { applyHappening } from '../apply.ts';
import { attemptOf, isDefinite } from '../attempt.ts';
import type { Records } from '../change-charge.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type ReversalOptions, settleReversal } from '../settle-reversal.ts';
import { lookTimeout_ms, timeFor } from '../time-for.ts';
import { leftBeside } from '../transitions/reversal-cells.ts';
import { notVerified } from './event-doubt.ts';
import { withoutEffect } from './named-operation.ts';

/** Handles the return of money that came too late: its refund or void is settled under its own id. */
export const receiveReversalEvent = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
  claimed: OperationAnswer,
): Promise<void> => {
  const { reversal } = records.charge;
  if (!reversal || claimed.outcome === 'pending') return withoutEffect(ports, psp, records.charge, 'refund');
  if (event.operation !== reversal.id)
    return psp.lookUp
      ? reviveReversal(ports, psp, records, event, claimed)
      : believeRefund(ports, psp, records, event, claimed);
  const answer = await verifiedReversal(ports, psp, records, claimed);
  await settleReversal(ports, records, reversal.id, answer, { by_event: true });
};

/**
 * A refund made elsewhere counted as the reversal, or as a part of it: if it fails, that money is here again. While ours is under way its amount is
 * fixed, so the event has to come again.
 */
const reviveReversal = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  { operation }: PspEvent,
  claimed: OperationAnswer,
): Promise<void> => {
  const { reversal } = records.charge;
  const call = psp.lookUp && timeFor(ports, lookTimeout_ms);
  const done = reversal?.status === 'done';
  // Our earlier try already has its successor.
  if (claimed.outcome !== 'failed' || !reversal || (!done && operation !== undefined))
    return withoutEffect(ports, psp, records.charge, 'refund');
  if (!done || !call) throw notVerified(psp);
  const payment = await psp.lookUp?.(attemptOf(records.charge, records.session), call);
  if (payment?.outcome !== 'captured') throw notVerified(psp);
  const refunded = payment.amount_refunded ?? (await listedRefunds(ports, psp, records));
  if (refunded === undefined) throw notVerified(psp);
  const amount = payment.amount_captured - refunded;
  if (amount <= 0) throw notVerified(psp);
  const failed = { outcome: 'failed', reason: 'processor_error' } as const;
  await settleReversal(ports, records, reversal.id, failed, {
    by_event: true,
    amount,
    captured: payment.amount_captured,
    lost: 0,
  });
};

/** The sum refunded according to a complete list, for a PSP that reports no sum. Minor units. */
const listedRefunds = async (
  ports: PaymentPorts,
  psp: Psp,
  { charge }: Records,
): Promise<number | undefined> => {
  const call = timeFor(ports, lookTimeout_ms);
  const found = call && (await psp.lookUpRefunds?.(attemptOf(charge), call));
  if (found?.outcome !== 'found' || !found.complete) return undefined;
  return found.refunds.reduce((sum, { status, amount }) => (status === 'succeeded' ? sum + amount : sum), 0);
};

/**
 * The PSP cannot be asked: a refund of everything that must go back is the reversal, no matter who made it, until that refund fails; a smaller one is
 * a part of it.
 */
const believeRefund = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  { money, operation, operation_reference: elsewhere }: PspEvent,
  claimed: OperationAnswer,
): Promise<void> => {
  const { reversal, currency } = records.charge;
  const amount = money?.currency === currency ? money.amount : undefined;
  if (!reversal || elsewhere === undefined || amount === undefined)
    return withoutEffect(ports, psp, records.charge, 'refund');
  const part = reversal.parts?.[elsewhere];
  const isDone = reversal.status === 'done';
  const settle = (options: ReversalOptions) =>
    settleReversal(ports, records, reversal.id, claimed, { by_event: true, elsewhere, ...options });
  const note = (amount: number) =>
    applyHappening(ports, records, 'reversal_part', { psp_id: elsewhere, amount });
  if (claimed.outcome === 'succeeded' && !isDone && part === undefined) {
    const left = leftBeside(reversal);
    if (amount === left) return void (await settle({}));
    // Our earlier try already has its successor.
    if (amount < left && operation === undefined) return void (await note(amount));
  }
  if (claimed.outcome === 'failed') {
    if (reversal.elsewhere === elsewhere || (isDone && part)) return void (await settle({ amount }));
    // Even one that is not known yet: its success may be reported later.
    if (!isDone && operation === undefined) return void (await note(0));
  }
  return withoutEffect(ports, psp, records.charge, 'refund');
};

const verifiedReversal = async (
  ports: PaymentPorts,
  psp: Psp,
  { charge }: Records,
  claimed: OperationAnswer,
): Promise<OperationAnswer> => {
  const { reversal } = charge;
  const call = timeFor(ports, lookTimeout_ms);
  if (!reversal || (reversal.by === 'refund' ? !psp.lookUpRefunds : !psp.lookUp)) return claimed;
  if (!call) throw notVerified(psp);
  if (reversal.by === 'refund') {
    const found = await psp.lookUpRefunds?.(attemptOf(charge), call);
    const fact =
      found?.outcome === 'found'
        ? found.refunds.find(({ operation }) => operation === reversal.id)
        : undefined;
    // A lagging list may show a failed refund as it was before.
    if (fact?.status === 'succeeded' && claimed.outcome === 'succeeded') return { outcome: 'succeeded' };
    if (fact?.status === 'failed') return { outcome: 'failed', reason: fact.reason ?? 'processor_error' };
    throw notVerified(psp);
  }
  const found = await psp.lookUp?.(attemptOf(charge), call);
  const agrees =
    claimed.outcome === 'succeeded' ? found?.outcome === 'canceled' : found?.outcome !== 'canceled';
  if (found && isDefinite(found) && agrees) return claimed;
  throw notVerified(psp);
};
