import { attemptOf } from '../../charge/attempt.ts';
import { disputedAmount, leftToReturn, mayPredateFailure } from '../../charge/left-to-return.ts';
import { mayRepeat } from '../../charge/may-repeat.ts';
import { refundIn } from '../../charge/shown-operation.ts';
import type { Charge, Reversal } from '../../types/charge.ts';
import { defined } from '../../types/defined.ts';
import { isOwnReturn } from '../../types/is-own-return.ts';
import { settlesFormer } from '../../types/outcome.ts';
import type { OperationResult, Psp } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';
import { applyTransition } from '../reports/apply.ts';
import type { AppliedLookUp } from '../reports/apply-look-up.ts';
import { type FoundCapture, findCapture } from '../reports/find-capture.ts';
import { type ReversalOptions, settleReversal } from '../reports/settle-reversal.ts';
import { operationTimeout_ms, timeFor } from '../reports/time-for.ts';
import { isProvedAbsent } from './resolve-operations.ts';

/**
 * Returns money that arrived for an abandoned attempt: voids it, or refunds it in full if it was captured. Repeats under one key until the PSP
 * agrees. If it refuses one way, the other is tried, since a hold may have been captured meanwhile. A disputed amount waits for the end of the
 * dispute; an amount lost there has already been returned.
 */
export const reverseLateEffect = async (
  ports: PaymentPorts,
  psp: Psp,
  looked: AppliedLookUp,
): Promise<Records> => {
  const { records } = looked;
  const { reversal } = records.charge;
  if (!reversal || reversal.status === 'done') return records;
  const seen = reversalIn(records.charge, reversal, looked);
  const left = leftToSend(records.charge, reversal, looked);
  const amounts = amountsOf(looked, left);
  if (seen && seen !== 'absent') {
    // A lagging look-up may show less captured than our refund has returned.
    const counts = seen.outcome === 'failed' || (left ?? 1) <= 0;
    const failed = reversal.by === 'refund' ? { failed: { operation: reversal.id } } : {};
    return settleReversal(ports, records, reversal.id, seen, counts ? { ...amounts, ...failed } : {});
  }
  // Nor again: a request that was lost would give the money back beside the dispute.
  if (disputedAmount(records.charge, 'open') > 0) return records;
  // Nor beside a refund that has failed and may be done after all.
  if (mayPredateFailure(records.charge, looked.refunds)) return records;
  if (reversal.status === 'open') {
    // A part was refunded elsewhere: less is left to send, which takes another operation.
    const less = reversal.by === 'refund' && left !== undefined && left < reversal.amount;
    return sendReversal(
      ports,
      psp,
      less
        ? await settleReversal(ports, records, reversal.id, notReceived, { same_way: true, ...amounts })
        : records,
    );
  }
  if (reversal.status === 'accepted') return records;
  const { id, started, sent = started } = reversal;
  const now = ports.clock.now();
  const absent_at = seen === 'absent' ? looked.asked_at : undefined;
  const operation = { id, amount: reversal.amount, started, sent };
  if (mayRepeat(psp.capabilities, operation, { absent_at, now, recovery: ports.recovery }))
    return sendReversal(ports, psp, records);
  if (!isProvedAbsent(ports, psp, sent, absent_at)) return records;
  // A PSP without idempotency never received it: send it under another id.
  return sendReversal(ports, psp, await settleReversal(ports, records, id, notReceived, { same_way: true }));
};

/** What the look-up has shown: how much is left to return, how much of the rest was lost in disputes, and how much was captured in all. */
const amountsOf = (
  { payment, records: { charge } }: AppliedLookUp,
  left: number | undefined,
): Pick<ReversalOptions, 'amount' | 'lost' | 'captured'> => ({
  ...(left === undefined ? {} : { amount: left, lost: disputedAmount(charge, 'lost') }),
  ...(payment?.outcome === 'captured' ? { captured: payment.amount_captured } : {}),
});

const notReceived = { outcome: 'failed', reason: 'processor_error', code: 'not_received' } as const;

/** How much is left to return, without asking the PSP: anything lost to a dispute since has already been returned. */
const leftWithoutAsking = (charge: Charge, { by, amount, lost = 0 }: Reversal): number | undefined =>
  by === 'refund' ? amount - (disputedAmount(charge, 'lost') - lost) : undefined;

/** How much of the late money is still to be returned, as far as that is known. Minor units. */
const leftToSend = (
  charge: Charge,
  reversal: Reversal,
  { payment, refunds }: AppliedLookUp,
): number | undefined =>
  payment === undefined ? leftWithoutAsking(charge, reversal) : leftToReturn(charge, payment, refunds);

/**
 * A person decided that the money, or a part of it, has been returned, but the PSP still has it. It may have been returned another way, so nothing is
 * sent.
 */
export const isDecidedWrongly = (looked: AppliedLookUp): boolean => {
  const { charge } = looked.records;
  const { reversal, decisions = [] } = charge;
  // A person decided that a part was returned; the rest has been returned under another id.
  const said = decisions.some(
    ({ operation, amount }) => operation === reversal?.id || (isOwnReturn(operation) && amount !== undefined),
  );
  if (reversal?.status !== 'done' || !said) return false;
  return reversal.by === 'cancel'
    ? looked.payment?.outcome === 'approved'
    : (leftToReturn(charge, looked.payment, looked.refunds) ?? 0) > 0;
};

/** How the PSP shows a reversal: a void in the state of the payment, a refund in its list. */
const reversalIn = (
  charge: Charge,
  reversal: Reversal,
  looked: AppliedLookUp,
): OperationResult | 'absent' | undefined => {
  const { payment, refunds } = looked;
  if (payment?.outcome === 'canceled') return { outcome: 'succeeded' };
  if ((leftToSend(charge, reversal, looked) ?? 1) <= 0) return { outcome: 'succeeded' };
  if (reversal.status === 'open') return undefined;
  if (reversal.by === 'refund')
    return refunds && refundIn(refunds, { id: reversal.id, amount: reversal.amount });
  if (payment?.outcome === 'captured') return { outcome: 'failed', reason: 'processor_error' };
  return payment?.outcome === 'approved' && !payment.in_progress ? 'absent' : undefined;
};

const sendReversal = async (ports: PaymentPorts, psp: Psp, records: Records): Promise<Records> => {
  const now = ports.clock.now();
  const found = await findCaptureOf(ports, psp, records.charge);
  if ('result' in found) return settle(ports, records, found.result);
  const marked = await applyTransition(
    ports,
    records,
    'reversal_sent',
    { now, ...(found.of === undefined ? {} : { of: found.of, amount: found.most }) },
    { only_at: records.charge.rev },
  );
  const { charge } = marked.records;
  const { reversal } = charge;
  const call = timeFor(ports, operationTimeout_ms);
  if (marked.outcome !== 'changed' || !reversal || !call) return marked.records;
  const { id, amount, of } = reversal;
  const operation = { id, amount, ...defined({ of }) };
  const result = await psp[reversal.by](attemptOf(charge), operation, call);
  return settle(ports, marked.records, result);
};

const findCaptureOf = async (ports: PaymentPorts, psp: Psp, charge: Charge): Promise<FoundCapture> => {
  const { reversal } = charge;
  if (reversal?.by !== 'refund') return {};
  const { id, amount, of } = reversal;
  const found = await findCapture(ports, psp, charge, { id, amount, ...defined({ of }) });
  const isNothingLeft = 'most' in found && found.most <= 0;
  return isNothingLeft ? { result: notReceived } : found;
};

/**
 * A refusal because of the payment's state is final here, so that the other way is tried: a hold that cannot be voided was captured meanwhile. Any
 * other refusal of one request says nothing about those before it.
 */
const settle = async (ports: PaymentPorts, records: Records, result: OperationResult): Promise<Records> => {
  const isRefused = result.outcome === 'failed' && result.reason === 'invalid_request';
  if (result.outcome === 'failed' && !isRefused && !settlesFormer(result.reason)) return records;
  const settling: OperationResult = isRefused ? { ...result, reason: 'processor_error' } : result;
  return settleReversal(ports, records, records.charge.reversal?.id ?? '', settling);
};
