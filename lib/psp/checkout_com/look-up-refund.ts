import type { Attempt, Call, Operation, OperationLookUp } from '../../types/psp.ts';
import type { CheckoutComConnection } from './connection.ts';
import { lookUpOperation } from './look-up-operation.ts';

/** A refund among the actions of its payment, whose id a captured charge has. */
export const lookUpRefund = async (
  connection: CheckoutComConnection,
  attempt: Attempt,
  operation: Operation,
  call: Call,
): Promise<OperationLookUp> =>
  attempt.psp_reference
    ? lookUpOperation(
        connection,
        { type: 'Refund', payment: attempt.psp_reference, currency: attempt.currency, operation },
        call,
      )
    : { outcome: 'unknown', doubt: 'ambiguous_error' };
