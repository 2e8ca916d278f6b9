import { settlesFormer } from '../../types/outcome.ts';
import type { Operation, OperationAnswer, OperationLookUp, Psp } from '../../types/psp.ts';
import type { Charge, Reversal, Session } from '../../types/records.ts';
import { attemptOf } from '../attempt-of.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { unmarked } from '../recovery-mark.ts';
import { revise } from '../revise.ts';
import { timeFor } from '../run-attempt.ts';
import { resolveOperation } from '../run-operation.ts';
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
  return reversal.by === 'refund' && call
    ? psp.lookUpRefund?.(attemptOf(charge), operation, call)
    : undefined;
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

/** Writes down how far the reversal under that operation has come, on the charge and on its session's attempt. */
export const settleReversal = async (
  ports: PaymentPorts,
  id: string,
  operation: string,
  answer: OperationLookUp,
): Promise<void> => {
  for (let round = 0; round < 5; round++) {
    const charge = await ports.store.charge(id);
    const session = charge && (await ports.store.session(charge.session));
    if (charge?.reversal?.id !== operation || !session || charge.reversal.status === 'done') return;
    const reversal = reversalAfter(ports, charge.reversal, answer);
    if (!reversal) return;
    const done = reversal.status === 'done';
    const reversed = { attempts: changeAttempt(session, charge, { reversed: true }) };
    const written = await ports.store.commit([
      {
        table: 'charges',
        item: revise<Charge>(done ? unmarked(charge) : charge, { reversal }, ports.invocation),
        expects: charge.rev,
      },
      ...(done
        ? [
            {
              table: 'sessions' as const,
              item: revise<Session>(session, reversed, ports.invocation),
              expects: session.rev,
            },
          ]
        : []),
    ]);
    if (!written.ok) continue;
    if (done)
      ports.report({
        event: 'late_effect_reversed',
        charge: id,
        session: session.id,
        psp: charge.psp,
        by: reversal.by,
      });
    return;
  }
};

const reversalAfter = (
  { newId }: PaymentPorts,
  reversal: Reversal,
  answer: OperationLookUp,
): Reversal | undefined => {
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
        by: reversal.by === 'cancel' ? 'refund' : 'cancel',
        status: 'open',
      };
    case 'unknown':
    case 'absent':
      return undefined;
    default:
      return answer satisfies never;
  }
};
