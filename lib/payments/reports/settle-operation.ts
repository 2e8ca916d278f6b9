import { takenOf } from '../../charge/captured-total.ts';
import { hasFailedSince } from '../../charge/moved-since.ts';
import type { Charge, ChargeOperation } from '../../types/charge.ts';
import { isUnderWay } from '../../types/charge-state.ts';
import { defined } from '../../types/defined.ts';
import { settlesFormer } from '../../types/outcome.ts';
import type { OperationResult } from '../../types/psp.ts';
import type { Result } from '../../types/result.ts';
import { keyInUse } from '../../types/seen-before.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type Change, type Changed, changeCharge, type Records } from '../records/change-charge.ts';
import { operationResult, withOperationResponses } from '../records/operation-result.ts';
import { changeBy } from './apply.ts';

export type OperationName = 'capture' | 'cancel';

/**
 * Records a result of a capture or cancel under way, and returns the response for its caller. Also used by recovery and events. `claimed`: the
 * operation as recorded before it was sent. Throws `idempotency_key_in_use` if its key has no response and nothing was written.
 */
export const settleOperation = async (
  ports: PaymentPorts,
  kind: OperationName,
  from: Records,
  claimed: ChargeOperation,
  result: OperationResult,
): Promise<Result> => {
  const { records, written } = await recordResult(ports, kind, from, claimed, result);
  const { charge } = records;
  const remembered = [charge[kind]?.remembered, ...(charge.answered ?? [])].find(
    (seen) => seen !== undefined && seen.key === claimed.remembered?.key,
  );
  if (remembered?.answer) return { replay: remembered.answer, first: true };
  if (claimed.remembered && !written) throw keyInUse();
  return charge[kind]?.id === claimed.id ? operationResult(charge, kind) : { charge };
};

/** Records a result of a capture or cancel under way, from the PSP or, `by_person`, as a person decided. */
export const recordResult = (
  ports: PaymentPorts,
  kind: OperationName,
  from: Records,
  claimed: ChargeOperation,
  result: OperationResult,
  by: { readonly by_person?: boolean } = {},
): Promise<Changed<Records, unknown>> =>
  changeCharge(ports, from, (current) =>
    operationChange(ports, kind, current, result, { ...by, before: from.charge, claimed }),
  );

/** The change that this makes to the current records. `before`: the charge when its source was asked. */
export const operationChange = (
  ports: PaymentPorts,
  kind: OperationName,
  current: Records,
  result: OperationResult,
  {
    before,
    claimed,
    by_person = false,
  }: { readonly before: Charge; readonly claimed: ChargeOperation; readonly by_person?: boolean },
): Change<unknown> => {
  const operation = current.charge[kind];
  // A look-up may take captures made elsewhere for ours: only the capture's own response says how much it took.
  const fromLookUp = result.outcome === 'succeeded' && result.total !== undefined;
  const isOwn = result.outcome === 'succeeded' && !fromLookUp && !by_person;
  const counts = operation?.status === 'done' && isOwn;
  if (operation?.id !== claimed.id || !(isUnderWay(operation) || counts)) return { outcome: undefined };
  if (fromLookUp && hasFailedSince(before, current.charge)) return { outcome: undefined };
  const change = changeFor(ports, kind, current, unknownIfSentAgain(claimed, operation, result));
  const after = change.charge ?? current.charge;
  const decided: Charge = by_person && after[kind]?.status === 'done' ? { ...after, presumed: true } : after;
  const remembered = withOperationResponses(ports, decided, { open: true });
  return { ...change, ...(remembered === current.charge ? {} : { charge: remembered }), outcome: undefined };
};

/** A failed request means failure only if no other can have been sent: each is recorded before it is sent. */
const unknownIfSentAgain = (
  claimed: ChargeOperation,
  current: ChargeOperation,
  result: OperationResult,
): OperationResult =>
  result.outcome === 'failed' && !settlesFormer(result.reason) && current.sent !== claimed.sent
    ? { outcome: 'unknown', doubt: 'in_flight' }
    : result;

const changeFor = (
  ports: PaymentPorts,
  kind: OperationName,
  records: Records,
  result: OperationResult,
): Change<unknown> => {
  switch (result.outcome) {
    case 'succeeded': {
      if (kind === 'cancel') return changeBy(ports, records, 'cancel_succeeded', {});
      const { total, psp_reference } = result;
      const { capture } = records.charge;
      // Only the PSP can say how much was captured. The amount in a look-up may have turned out to be captured elsewhere.
      const amount = total === undefined ? result.amount : capture && takenOf(total, capture, records.charge);
      return amount === undefined
        ? changeBy(ports, records, 'operation_unknown', {})
        : changeBy(ports, records, 'capture_succeeded', {
            amount,
            ...defined({ psp_reference }),
          });
    }
    case 'pending': {
      const accepted = defined({ psp_reference: result.psp_reference });
      return changeBy(ports, records, kind === 'capture' ? 'capture_accepted' : 'cancel_accepted', accepted);
    }
    case 'failed': {
      const { reason, code } = result;
      const failure = { reason, ...defined({ code }) };
      return changeBy(ports, records, kind === 'capture' ? 'capture_failed' : 'cancel_failed', { failure });
    }
    case 'unknown':
      return changeBy(ports, records, 'operation_unknown', {});
    default:
      return result satisfies never;
  }
};
