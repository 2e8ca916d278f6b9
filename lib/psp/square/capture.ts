import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import { changeState } from './change-state.ts';
import type { SquareConnection } from './connection.ts';

/** Takes all that is held: Square completes a payment as a whole. */
export const capture = async (
  connection: SquareConnection,
  attempt: Attempt,
  operation: Operation,
  call: Call,
): Promise<OperationAnswer> =>
  operation.amount === attempt.amount
    ? changeState(connection, attempt, { path: 'complete', body: {}, becomes: 'captured' }, call)
    : { outcome: 'failed', reason: 'not_supported', code: 'partial_capture_not_supported' };
