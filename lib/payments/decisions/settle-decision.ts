import { totalAfter } from '../../charge/captured-total.ts';
import { isReported } from '../../charge/reported-captures.ts';
import { partBy } from '../../charge/transitions/reversal-cells.ts';
import type { Charge, ChargeOperation, Decision } from '../../types/charge.ts';
import { defined } from '../../types/defined.ts';
import type { OpenThing } from '../../types/open-things.ts';
import type { OperationResult } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';
import { recordResult } from '../reports/settle-operation.ts';
import { logContradicted, settleRefund } from '../reports/settle-refund.ts';
import { settleReversal } from '../reports/settle-reversal.ts';

/** What a person decided. `amount`: ISO 4217 minor units; `psp_reference`: the PSP's id. */
export type Decided = Pick<Decision, 'outcome' | 'amount'> & { readonly psp_reference?: string };

/** Ends the capture, cancel, refund or reversal as decided, as if the PSP had reported it. Returns the records afterwards. */
export const settleDecision = async (
  ports: PaymentPorts,
  records: Records,
  { kind, id }: OpenThing,
  decided: Decided,
): Promise<Records> => {
  const { charge } = records;
  switch (kind) {
    case 'capture':
    case 'cancel': {
      const operation = charge[kind];
      if (!operation) return records;
      const result = operationResult(kind, charge, operation, decided);
      const { records: after } = await recordResult(ports, kind, records, operation, result, {
        by_person: true,
      });
      if (!isAsDecided(kind, charge, after.charge, result))
        logContradicted(ports, charge, 'decision_contradicted');
      return after;
    }
    case 'reversal': {
      const result = reversalResult(decided);
      const after = await settleReversal(ports, records, id, result, { by_person: true });
      if (isReturned(after.charge, id) !== (result.outcome === 'succeeded'))
        logContradicted(ports, charge, 'decision_contradicted');
      return after;
    }
    case 'refund': {
      const reported = isDone(decided)
        ? { outcome: 'succeeded' as const, ...reference(decided) }
        : { outcome: 'failed' as const };
      const settled = await settleRefund(ports, charge, id, reported, { by_person: true });
      if (settled.refund.status !== reported.outcome) logContradicted(ports, charge, 'decision_contradicted');
      return { ...records, charge: settled.charge };
    }
    case 'attempt':
      return records;
    default:
      return kind satisfies never;
  }
};

/** Whether the capture or cancel of the charge `before` has ended as decided. */
const isAsDecided = (
  kind: 'capture' | 'cancel',
  before: Charge,
  after: Charge,
  result: OperationResult,
): boolean => {
  const operation = before[kind];
  const done = after[kind]?.id === operation?.id && after[kind]?.status === 'done';
  if (result.outcome !== 'succeeded' || !operation) return !done;
  const { amount = 0, psp_reference } = result;
  return done && after.amount_captured === totalAfter(before, operation, { amount, psp_reference });
};

/** Whether this try has returned the money, or a part of it, after which there is another try. */
const isReturned = ({ reversal }: Charge, id: string): boolean =>
  reversal?.id === id ? reversal.status === 'done' : (partBy(reversal?.parts, { operation: id }) ?? 0) > 0;

const reference = ({ psp_reference }: Decided) => (psp_reference === undefined ? {} : { psp_reference });

const isDone = ({ outcome }: Decided): boolean => outcome === 'succeeded' || outcome === 'captured';

const plainResult = (decided: Decided): OperationResult =>
  isDone(decided) || decided.outcome === 'canceled'
    ? { outcome: 'succeeded' }
    : { outcome: 'failed', reason: 'processor_error', code: 'decided' };

/** If less than the whole amount was returned, the rest is returned, too. */
const reversalResult = (decided: Decided): OperationResult => {
  const result = plainResult(decided);
  const { amount } = decided;
  return result.outcome === 'succeeded' ? { ...result, ...defined({ amount }) } : result;
};

/**
 * `captured` with an amount states the total captured; a part captured elsewhere did not come from this capture. Any other amount is the capture's
 * own: one that the PSP has reported keeps its id, so that it counts once.
 */
const operationResult = (
  kind: 'capture' | 'cancel',
  charge: Charge,
  { amount: requested, psp_reference: own }: ChargeOperation,
  decided: Decided,
): OperationResult => {
  if (kind === 'cancel' || !isDone(decided)) return plainResult(decided);
  const in_all = decided.outcome === 'captured' ? decided.amount : undefined;
  const amount = in_all === undefined ? (decided.amount ?? requested) : in_all - charge.amount_captured;
  const reported = in_all === undefined && isReported(charge, own) ? own : undefined;
  return amount > 0
    ? { outcome: 'succeeded', amount, ...defined({ psp_reference: reported }), ...reference(decided) }
    : { outcome: 'failed', reason: 'processor_error', code: 'decided' };
};
