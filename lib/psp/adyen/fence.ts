import type { Attempt, Call, FenceAnswer } from '../../types/psp.ts';
import type { AdyenConnection } from './connection.ts';
import { postModification } from './post-modification.ts';

/**
 * `POST /cancels` by our own reference, within 24 hours of the payment and not after its capture. An acknowledgement is not a result: dead for
 * certain only once TECHNICAL_CANCEL says so. No refusal of this call says anything about the payment.
 */
export const fence = async (post: AdyenConnection, attempt: Attempt, call: Call): Promise<FenceAnswer> => {
  const answer = await postModification(
    post,
    attempt,
    {
      path: '/cancels',
      key: `${attempt.reference}-fence`,
      operation: fenceOperation,
      body: { paymentReference: attempt.reference },
    },
    call,
  );
  switch (answer.outcome) {
    case 'pending':
    case 'succeeded':
      return { outcome: 'fencing' };
    case 'unknown':
      return answer;
    case 'failed':
      return { outcome: 'unknown', doubt: 'ambiguous_error' };
    default:
      return answer satisfies never;
  }
};

/** Stands in a fence's reference where another modification has its operation id. */
export const fenceOperation = 'fence';
