import type { Attempt, Call, OperationAnswer } from '../../types/psp.ts';
import { changeState } from './change-state.ts';
import type { SquareConnection } from './connection.ts';

/** Releases what is held. */
export const cancel = async (
  connection: SquareConnection,
  attempt: Attempt,
  call: Call,
): Promise<OperationAnswer> =>
  changeState(connection, attempt, { path: 'cancel', becomes: 'canceled' }, call);
