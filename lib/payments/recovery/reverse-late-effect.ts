import { settlesFormer } from '../../types/outcome.ts';
import type { Write } from '../../types/ports.ts';
import type { Operation, OperationAnswer, OperationLookUp, Psp } from '../../types/psp.ts';
import type { Charge, Reversal, Session } from '../../types/records.ts';
import { attemptOf } from '../attempt-of.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { recoveryMark, unmarked } from '../recovery-mark.ts';
import { revise } from '../revise.ts';
import { timeFor } from '../run-attempt.ts';
import { lookUpOperation, resolveOperation } from '../run-operation.ts';
import { changeAttempt } from '../settle-attempt.ts';

const timeout_ms = 10_000;

/**
 * Returns money that arrived for an attempt already given up: voids it, or refunds it in full where it was captured. Repeats under one key until
 * the PSP has said yes; what it refuses one way is tried the other way, since a hold may have been captured meanwhile.
 */
export const reverseLateEffect = async (
  ports: PaymentPorts,
  charge: Charge,
  first: boolean,
): Promise<void> => {
  const psp = ports.psps.connect(charge.psp);
  if (!charge.reversal || !psp) return;
  const answer = await (first ? send : ask)(ports, psp, charge, charge.reversal);
  if (answer) await settleReversal(ports, charge.id, charge.reversal.id, answer);
};

const send = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  reversal: Reversal,
): Promise<OperationAnswer | undefined> => {
  const call = timeFor(ports, timeout_ms);
  if (!call) return undefined;
  const answer = await psp[reversal.by](attemptOf(charge), operationOf(charge, reversal), call);
  // A hold that cannot be voided any more was captured meanwhile.
  return answer.outcome === 'failed' && answer.reason === 'invalid_request'
    ? { ...answer, reason: 'processor_error' }
    : answer;
};

/** It was sent before: what became of that, and only where that is certain a repeat. */
const ask = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: Charge,
  reversal: Reversal,
): Promise<OperationLookUp | undefined> => {
  const operation = operationOf(charge, reversal);
  const call = timeFor(ports, timeout_ms);
  if (reversal.by === 'cancel' && psp.lookUp && call) {
    const { outcome } = await psp.lookUp(attemptOf(charge), call);
    if (outcome === 'canceled') return { outcome: 'succeeded' };
    if (outcome === 'captured') return { outcome: 'failed', reason: 'processor_error' };
  }
  if (reversal.status !== 'accepted') return resolveOperation(ports, psp, reversal.by, charge, operation);
  return reversal.by === 'refund' ? lookUpOperation(ports, psp, 'refund', charge, operation) : undefined;
};

const operationOf = (
  charge: Charge,
  { id, started, sent }: Reversal,
): Operation & { readonly started: number } => ({
  id,
  amount: charge.amount,
  started: sent ?? started,
  ...(charge.psp_reference === undefined ? {} : { psp_reference: charge.psp_reference }),
});

/**
 * Writes down how far the reversal under that operation has come, on the charge and on its session's attempt. Only an event may take a refund back
 * that was done: an answer to one of our own calls can be older than that.
 */
export const settleReversal = async (
  ports: PaymentPorts,
  id: string,
  operation: string,
  answer: OperationLookUp,
  { by_event }: { readonly by_event: boolean } = { by_event: false },
): Promise<void> => {
  for (let round = 0; round < 5; round++) {
    const charge = await ports.store.charge(id);
    const session = charge && (await ports.store.session(charge.session));
    if (charge?.reversal?.id !== operation || !session) return;
    const { status, by } = charge.reversal;
    if (status === 'done' && (!by_event || by === 'cancel')) return;
    const reversal = reversalAfter(ports, charge.reversal, answer);
    if (!reversal) return;
    const written = await ports.store.commit(writesOf(ports, session, charge, reversal));
    if (!written.ok) continue;
    const about = { charge: id, session: session.id, psp: charge.psp };
    if (reversal.status === 'done')
      ports.report({ event: 'late_effect_reversed', ...about, by: reversal.by });
    else if (charge.reversal.status === 'done')
      ports.report({ event: 'refund_failed_late', ...about, refund: operation });
    return;
  }
};

/** The session tells of a reversal when it is done, and when it turns out not to be. */
const writesOf = (
  ports: PaymentPorts,
  session: Session,
  charge: Charge,
  reversal: Reversal,
): readonly Write[] => {
  const done = reversal.status === 'done';
  const again = !done && charge.reversal?.status === 'done';
  const item = again
    ? revise<Charge>(
        charge,
        {
          reversal,
          recovery: { action: 'reverse' },
          ...recoveryMark(charge.id, reversal.started, ports.recovery),
        },
        ports.invocation,
      )
    : revise<Charge>(done ? unmarked(charge) : charge, { reversal }, ports.invocation);
  const owner = revise<Session>(
    session,
    { attempts: changeAttempt(session, charge, { reversed: done }) },
    ports.invocation,
  );
  return [
    { table: 'charges', item, expects: charge.rev },
    ...(done || again ? [{ table: 'sessions' as const, item: owner, expects: session.rev }] : []),
  ];
};

const reversalAfter = (
  { newId, clock }: PaymentPorts,
  reversal: Reversal,
  answer: OperationLookUp,
): Reversal | undefined => {
  // A refund that succeeded may still fail: then the money has to go back anew.
  const done = reversal.status === 'done';
  if (done && answer.outcome !== 'failed') return undefined;
  switch (answer.outcome) {
    case 'succeeded':
      return { ...reversal, status: 'done' };
    case 'pending':
      return { ...reversal, status: 'accepted' };
    case 'failed':
      if (!settlesFormer(answer.reason)) return undefined;
      // A new id: under the one that failed the PSP would give the failure again, or take it for the first.
      return {
        ...reversal,
        id: newId('ch').replace('ch_', 'rv_'),
        by: done || reversal.by === 'cancel' ? 'refund' : 'cancel',
        status: 'open',
        started: done ? clock.now() : reversal.started,
      };
    case 'unknown':
    case 'absent':
      return undefined;
    default:
      return answer satisfies never;
  }
};
