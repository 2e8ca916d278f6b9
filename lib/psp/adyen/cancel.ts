import type { Attempt, Call, Operation, OperationAnswer } from '../../types/psp.ts';
import type { AdyenConnection } from './connection.ts';
import { postModification } from './post-modification.ts';

/** Releases an authorisation: by Adyen's reference where it is known (result: CANCELLATION), else by ours (result: TECHNICAL_CANCEL). */
export const cancel = async (
  post: AdyenConnection,
  attempt: Attempt,
  operation: Operation,
  call: Call,
): Promise<OperationAnswer> => {
  const { psp_reference, reference } = attempt;
  return postModification(
    post,
    attempt,
    {
      ...(psp_reference
        ? { path: `/payments/${encodeURIComponent(psp_reference)}/cancels` }
        : { path: '/cancels', body: { paymentReference: reference } }),
      key: `${operation.id}-cancels`,
      operation: operation.id,
    },
    call,
  );
};
