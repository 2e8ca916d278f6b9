import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import { wirePart } from '../wire-part.ts';
import { capabilities } from './capabilities.ts';
import type { CheckoutComConnection } from './connection.ts';
import { postAction } from './post-action.ts';

/** Captures once, all or part; `Final` releases what is left. */
export const capture = async (
  connection: CheckoutComConnection,
  attempt: Attempt,
  operation: Operation,
  call: Call,
): Promise<OperationAnswer> => {
  const wire = wirePart(capabilities.amounts, { amount: operation.amount, currency: attempt.currency });
  if (!wire.ok) return { outcome: 'failed', reason: 'not_supported', code: wire.reason };
  return postAction(
    connection,
    attempt,
    operation,
    { type: 'Capture', path: 'captures', body: { amount: wire.value, capture_type: 'Final' } },
    call,
  );
};
