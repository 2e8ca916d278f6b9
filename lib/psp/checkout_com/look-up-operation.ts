import type { Call, Operation, OperationAnswer, OperationLookUp } from '../../types/psp.ts';
import { booleanAt, integerAt, textAt } from '../json.ts';
import { operationRefused } from '../operation-refused.ts';
import { wirePart } from '../wire-part.ts';
import { capabilities } from './capabilities.ts';
import type { CheckoutComConnection } from './connection.ts';
import { getActions } from './get-actions.ts';
import { readDeclined } from './read-declined.ts';

export type ActionType = 'Capture' | 'Void' | 'Refund';

export type LookedForOperation = {
  readonly type: ActionType;
  readonly payment: string;
  readonly currency: string;
  readonly operation: Operation;
};

/** A capture, void or refund among the payment's actions: by our operation id, which is its reference, or by its own id. */
export const lookUpOperation = async (
  connection: CheckoutComConnection,
  { type, payment, currency, operation }: LookedForOperation,
  { timeout_ms }: Call,
): Promise<OperationLookUp> => {
  const found = await getActions(connection, payment, timeout_ms);
  if ('trouble' in found) return operationRefused(found.trouble);
  const action = found.actions.find(
    (candidate) =>
      textAt(candidate, 'type') === type &&
      (textAt(candidate, 'reference') === operation.id ||
        (operation.psp_reference !== undefined && textAt(candidate, 'id') === operation.psp_reference)),
  );
  if (action === undefined) return { outcome: 'absent' };
  const wire = wirePart(capabilities.amounts, { amount: operation.amount, currency });
  if (type !== 'Void' && !(wire.ok && wire.value === integerAt(action, 'amount')))
    return { outcome: 'unknown', doubt: 'amount_mismatch' };
  return readAction(action);
};

/** An action without `approved` is still on its way. */
const readAction = (action: unknown): OperationAnswer => {
  const psp_reference = textAt(action, 'id');
  const known = psp_reference === undefined ? {} : { psp_reference };
  switch (booleanAt(action, 'approved')) {
    case true:
      return { outcome: 'succeeded', ...known };
    case false:
      return operationRefused(readDeclined(action));
    default:
      return { outcome: 'pending', ...known };
  }
};
