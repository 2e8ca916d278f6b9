import { settlesFormer } from '../../types/outcome.ts';
import type { Call, Operation, OperationAnswer, Psp } from '../../types/psp.ts';
import type { Charge, Reversal, Session } from '../../types/records.ts';
import { attemptOf } from '../attempt-of.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { unmarked } from '../recovery-mark.ts';
import { revise } from '../revise.ts';
import { timeFor } from '../run-attempt.ts';
import { changeAttempt } from '../settle-attempt.ts';

const timeout_ms = 10_000;

/**
 * Returns money that arrived for an attempt already given up: voids it, or refunds it in full where it was captured. Repeats under one key until
 * the PSP has said yes; what it refuses one way is tried the other way, since a hold may have been captured meanwhile.
 */
export const reverseLateEffect = async (ports: PaymentPorts, charge: Charge): Promise<void> => {
  const psp = ports.psps.connect(charge.psp);
  const call = timeFor(ports, timeout_ms);
  if (!charge.reversal || !psp || !call) return;
  await settleReversal(ports, charge.id, await send(psp, charge, charge.reversal, call));
};

const send = async (psp: Psp, charge: Charge, { id, by }: Reversal, call: Call): Promise<OperationAnswer> => {
  const known = charge.psp_reference === undefined ? {} : { psp_reference: charge.psp_reference };
  const operation: Operation = { id, amount: charge.amount, ...known };
  const attempt = attemptOf(charge);
  if (by === 'cancel') return psp.cancel(attempt, operation, call);
  const found = await psp.lookUpRefund?.(attempt, operation, call);
  return found && found.outcome !== 'absent' ? found : psp.refund(attempt, operation, call);
};

/** Writes down how far a reversal has come, on the charge and on its session's attempt. */
export const settleReversal = async (
  ports: PaymentPorts,
  id: string,
  answer: OperationAnswer,
): Promise<void> => {
  for (let round = 0; round < 5; round++) {
    const charge = await ports.store.charge(id);
    const session = charge && (await ports.store.session(charge.session));
    if (!charge?.reversal || !session || charge.reversal.status === 'done') return;
    const reversal = reversalAfter(charge.reversal, answer);
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

const reversalAfter = (reversal: Reversal, answer: OperationAnswer): Reversal | undefined => {
  switch (answer.outcome) {
    case 'succeeded':
      return { ...reversal, status: 'done' };
    case 'pending':
      return { ...reversal, status: 'accepted' };
    case 'failed':
      if (!settlesFormer(answer.reason)) return undefined;
      return { ...reversal, by: reversal.by === 'cancel' ? 'refund' : 'cancel', status: 'open' };
    case 'unknown':
      return undefined;
    default:
      return answer satisfies never;
  }
};
