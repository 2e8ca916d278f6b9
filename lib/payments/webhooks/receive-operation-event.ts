import type { OperationResult } from '../../types/psp.ts';
import { applyReportedOperation } from './apply-reported-operation.ts';
import { askAboutOperation } from './ask-about-operation.ts';
import type { EventContext } from './event-context.ts';
import { logAmountMismatch } from './log-event.ts';
import { receiveRefundEvent } from './receive-refund-event.ts';
import { receiveReversalEvent } from './receive-reversal-event.ts';

/**
 * Applies a report about a capture, cancel or refund, ours or made elsewhere. A PSP with a look-up is asked first, and the result applied; without
 * one, the event's own amount counts. Nothing moves back unless the PSP names it, and no operation ends that may still be sent.
 */
export const receiveOperationEvent = async (
  context: EventContext,
  about: 'capture' | 'cancel' | 'refund',
  result: OperationResult,
): Promise<void> => {
  const { psp, records, event } = context;
  // From a PSP that cannot be asked: an amount of no whole minor unit, or a reversal that does not say what it did.
  if (result.outcome === 'unknown') return logAmountMismatch(context);
  const { reversal } = records.charge;
  if (reversal && (event.operation === reversal.id || about === 'refund'))
    return receiveReversalEvent(context, result);
  if (about === 'refund') return receiveRefundEvent(context, result);
  if (result.outcome === 'pending') return;
  const reported = { ...context, about, succeeded: result.outcome === 'succeeded' };
  return psp.lookUp ? askAboutOperation(reported) : applyReportedOperation(reported);
};
