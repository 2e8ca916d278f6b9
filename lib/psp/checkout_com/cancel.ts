import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import type { CheckoutComConnection } from './connection.ts';
import { postAction } from './post-action.ts';

/** Voids an authorisation that was not captured. */
export const cancel = async (
  connection: CheckoutComConnection,
  attempt: Attempt,
  operation: Operation,
  call: Call,
): Promise<OperationAnswer> =>
  postAction(connection, attempt, operation, { type: 'Void', path: 'voids' }, call);
