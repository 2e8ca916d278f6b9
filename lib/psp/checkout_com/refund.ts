import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import { wirePart } from '../wire-part.ts';
import { capabilities } from './capabilities.ts';
import type { CheckoutComConnection } from './connection.ts';
import { postAction } from './post-action.ts';

/** Refunds all or part of what was captured; partial refunds may be repeated up to it. */
export const refund = async (
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
    { type: 'Refund', path: 'refunds', body: { amount: wire.value } },
    call,
  );
};
