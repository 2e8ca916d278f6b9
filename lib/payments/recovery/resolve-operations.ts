import { isUnderWay } from '../../types/charge-state.ts';
import type { LookUpAnswer, OperationAnswer, Psp } from '../../types/psp.ts';
import type { Charge, Dispute, Refund, Reversal } from '../../types/records.ts';
import { applyHappening } from '../apply.ts';
import { attemptOf, timeFor } from '../attempt.ts';
import type { Records } from '../change-charge.ts';
import { provesAbsence } from '../elapsed-proof.ts';
import type { Looked } from '../look.ts';
import { settleOperation } from '../operate-charge.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import {
  definite,
  definiteAlone,
  mayRepeat,
  operationIn,
  operationTimeout_ms,
  refundIn,
  type SentOperation,
} from '../run-operation.ts';
import { refundHeard, settleRefund } from '../settle-refund.ts';
import { settleReversal } from '../settle-reversal.ts';

const known = ({ psp_reference }: Charge) => (psp_reference === undefined ? {} : { psp_reference });
const reread = async (ports: PaymentPorts, { charge, session }: Records): Promise<Records> => ({
  charge: (await ports.store.charge(charge.id)) ?? charge,
  session: session && (await ports.store.session(session.id)),
});

/**
 * Finds out what became of a capture or cancel that a look has left open: one that the PSP has not accepted may be sent again under its key. A PSP that
 * knows no keys would take it twice, and nobody looks at what has failed: there it stays open until a fact or a person ends it.
 */
export const resolveOperation = async (
  ports: PaymentPorts,
  psp: Psp,
  kind: 'capture' | 'cancel',
  { records, payment }: Looked,
): Promise<Records> => {
  const { charge } = records;
  const claimed = charge[kind];
  if (!isUnderWay(claimed)) return records;
  if (charge.hold !== undefined && charge.amount_captured === 0)
    return withoutHold(ports, psp, kind, records, claimed.sent);
  if (claimed.status === 'accepted') return records;
  const operation = { ...claimed, ...known(charge) };
  const seen = payment && operationIn(payment, kind, operation, charge);
  if (seen && seen !== 'absent') return settled(ports, kind, records, seen);
  const absent = seen === 'absent';
  if (mayRepeat(psp.capabilities, operation, { absent, now: ports.clock.now(), recovery: ports.recovery })) {
    const answer = await sendAgain(ports, psp, kind, records, isProved(ports, psp, claimed.sent, absent));
    return answer ? settled(ports, kind, answer.records, answer.answer) : records;
  }
  return records;
};

/** The hold is gone: a cancel has nothing left to do, and a capture has failed once what was sent of it must have arrived. Neither is sent again. */
const withoutHold = async (
  ports: PaymentPorts,
  psp: Psp,
  kind: 'capture' | 'cancel',
  records: Records,
  sent: number,
): Promise<Records> => {
  if (kind === 'cancel') return settled(ports, kind, records, { outcome: 'succeeded' });
  return isProved(ports, psp, sent, true)
    ? settled(ports, kind, records, { outcome: 'failed', reason: 'processor_error', code: 'hold_gone' })
    : records;
};

/** Proved: it is not there, and what was sent until `sent` has arrived. */
const isProved = ({ clock, recovery }: PaymentPorts, psp: Psp, sent: number, absent: boolean): boolean =>
  absent && provesAbsence(sent, clock.now(), psp.capabilities.look_up?.lag_ms ?? 0, recovery);

const settled = async (
  ports: PaymentPorts,
  kind: 'capture' | 'cancel',
  records: Records,
  answer: OperationAnswer,
): Promise<Records> => {
  const claimed = records.charge[kind];
  if (claimed) await settleOperation(ports, kind, records, claimed, answer);
  return reread(ports, records);
};

/** Written before it is sent, on the charge as it was looked at: whoever settles it meanwhile stops it. */
const sendAgain = async (
  ports: PaymentPorts,
  psp: Psp,
  kind: 'capture' | 'cancel',
  records: Records,
  proved: boolean,
): Promise<{ readonly records: Records; readonly answer: OperationAnswer } | undefined> => {
  const now = ports.clock.now();
  const marked = await applyHappening(
    ports,
    records,
    'operation_sent',
    { now },
    { only_at: records.charge.rev },
  );
  const operation = marked.records.charge[kind];
  const call = timeFor(ports, operationTimeout_ms);
  if (marked.outcome !== 'changed' || !isUnderWay(operation) || !call) return undefined;
  const { charge } = marked.records;
  const answered = await psp[kind](attemptOf(charge), { ...operation, ...known(charge) }, call);
  const answer = proved ? definiteAlone(answered) : definite(answered);
  return answer && { records: marked.records, answer };
};

/** Finds out what became of a charge's pending refunds, from the PSP's list or by sending those it has not accepted again under their own key. */
export const resolveRefunds = async (
  ports: PaymentPorts,
  psp: Psp,
  { records, refunds }: Looked,
): Promise<Records> => {
  let { charge } = records;
  const first_look_s = ports.recovery.schedule_s[0] ?? 60;
  for (const { id } of Object.values(charge.refunds)) {
    const refund = charge.refunds[id];
    if (refund?.status !== 'pending' || refund.accepted || refund.external) continue;
    if (refund.created + first_look_s > ports.clock.now() / 1000) continue;
    const operation = operationOf(charge, refund);
    const seen = refunds && refundIn(refunds, operation);
    const answer =
      seen && seen !== 'absent'
        ? seen
        : await sendRefund(ports, psp, charge, refund, { absent: seen === 'absent' });
    if (answer)
      charge = (await settleRefund(ports, charge, id, refundHeard(ports, charge, refund, answer))).charge;
  }
  return { ...records, charge };
};

const operationOf = (
  charge: Charge,
  { id, amount, created, sent, psp_reference }: Refund,
): SentOperation => ({
  id,
  amount,
  started: created * 1000,
  sent: sent ?? created * 1000,
  ...(psp_reference === undefined ? known(charge) : { psp_reference }),
});

/** A new revision first: the function that recorded the refund can then no longer call it failed because its own request came to nothing. */
const sendRefund = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  refund: Refund,
  { absent }: { readonly absent: boolean },
): Promise<OperationAnswer | undefined> => {
  const operation = operationOf(charge, refund);
  const now = ports.clock.now();
  const proved = isProved(ports, psp, operation.sent, absent);
  if (!mayRepeat(psp.capabilities, operation, { absent, now, recovery: ports.recovery })) return undefined;
  const next: Refund = { ...refund, sent: now, rev: refund.rev + 1, write: ports.newWrite() };
  if (!(await ports.store.settleRefund(charge.id, next, { release: false })).ok) return undefined;
  const call = timeFor(ports, operationTimeout_ms);
  if (!call) return undefined;
  const answer = await psp.refund(attemptOf(charge), operation, call);
  return proved ? definiteAlone(answer) : definite(answer);
};

/**
 * Returns money that arrived for an attempt already given up: voids it, or refunds it in full if it was captured. Repeats under one key until
 * the PSP has said yes; what it refuses one way is tried the other way, since a hold may have been captured meanwhile. What is disputed waits for the
 * end of the dispute, and what was lost in one is back already.
 */
export const reverseLateEffect = async (ports: PaymentPorts, psp: Psp, looked: Looked): Promise<Records> => {
  const { records } = looked;
  const { reversal } = records.charge;
  if (!reversal || reversal.status === 'done') return records;
  const seen = reversalIn(records.charge, reversal, looked);
  const left = leftOf(records.charge, looked);
  const amount = left === undefined ? {} : { amount: left };
  if (seen && seen !== 'absent') return settleReversal(ports, records, reversal.id, seen, amount);
  if (reversal.status === 'open') {
    if (disputed(records.charge, 'open') > 0) return records;
    // A part of it was given back elsewhere: no more is left to send, and that is another operation.
    const less = reversal.by === 'refund' && left !== undefined && left < reversal.amount;
    return sendReversal(
      ports,
      psp,
      less
        ? await settleReversal(ports, records, reversal.id, notReceived, { same_way: true, amount: left })
        : records,
    );
  }
  if (reversal.status === 'accepted') return records;
  const { id, started, sent = started } = reversal;
  const now = ports.clock.now();
  const absent = seen === 'absent';
  const operation = { id, amount: reversal.amount, started, sent };
  if (mayRepeat(psp.capabilities, operation, { absent, now, recovery: ports.recovery }))
    return sendReversal(ports, psp, records);
  if (!isProved(ports, psp, sent, absent)) return records;
  // A PSP that knows no keys never had it: it goes out under another id.
  return sendReversal(ports, psp, await settleReversal(ports, records, id, notReceived, { same_way: true }));
};

const notReceived = { outcome: 'failed', reason: 'processor_error', code: 'not_received' } as const;

/** What is still to be given back of what was captured, as far as the PSP tells. Minor units. */
const leftOf = (charge: Charge, { payment, refunds }: Looked): number | undefined => {
  if (payment?.outcome !== 'captured') return undefined;
  const listed = refunds?.refunds.reduce(
    (sum, { status, amount }) => (status === 'succeeded' ? sum + amount : sum),
    0,
  );
  return payment.amount_captured - (payment.amount_refunded ?? listed ?? 0) - disputed(charge, 'lost');
};

const disputed = ({ disputes }: Charge, ended: Dispute['status']): number =>
  Object.values(disputes).reduce((sum, { status, amount }) => (status === ended ? sum + amount : sum), 0);

/** What the PSP shows of a reversal: a void by the state of the payment, a refund by its list. */
const reversalIn = (
  charge: Charge,
  reversal: Reversal,
  looked: Looked,
): OperationAnswer | 'absent' | undefined => {
  const { payment, refunds } = looked;
  const state: LookUpAnswer['outcome'] | undefined = payment?.outcome;
  if (state === 'canceled') return { outcome: 'succeeded' };
  if ((leftOf(charge, looked) ?? 1) <= 0) return { outcome: 'succeeded' };
  if (reversal.status === 'open') return undefined;
  if (reversal.by === 'refund')
    return refunds && refundIn(refunds, { id: reversal.id, amount: reversal.amount });
  if (state === 'captured') return { outcome: 'failed', reason: 'processor_error' };
  return payment?.outcome === 'approved' && !payment.in_progress ? 'absent' : undefined;
};

const sendReversal = async (ports: PaymentPorts, psp: Psp, records: Records): Promise<Records> => {
  const now = ports.clock.now();
  const marked = await applyHappening(
    ports,
    records,
    'reversal_sent',
    { now },
    { only_at: records.charge.rev },
  );
  const { charge } = marked.records;
  const { reversal } = charge;
  const call = timeFor(ports, operationTimeout_ms);
  if (marked.outcome !== 'changed' || !reversal || !call) return marked.records;
  const operation = { id: reversal.id, amount: reversal.amount, ...known(charge) };
  const answer = await psp[reversal.by](attemptOf(charge), operation, call);
  // A hold that cannot be voided any more was captured meanwhile.
  const settling: OperationAnswer =
    answer.outcome === 'failed' && answer.reason === 'invalid_request'
      ? { ...answer, reason: 'processor_error' }
      : answer;
  return settleReversal(ports, marked.records, reversal.id, settling);
};
