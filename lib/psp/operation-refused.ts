import { defined } from '../types/defined.ts';
import type { Declined, OperationResult, Unknown } from '../types/psp.ts';

/** What a refusal or a missing response means for a capture, cancel or refund: a definite decline is a failure, anything else is unknown. */
export const operationRefused = (refusal: Declined | Unknown): OperationResult =>
  'doubt' in refusal
    ? { outcome: 'unknown', doubt: refusal.doubt }
    : {
        outcome: 'failed',
        reason: refusal.outcome,
        ...defined({ code: refusal.code }),
      };
