import type { OperationResult, Psp, PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Records } from '../records/change-charge.ts';
import { applyReportedOperation } from './apply-reported-operation.ts';
import { askAboutOperation } from './ask-about-operation.ts';
import { receiveRefundEvent } from './receive-refund-event.ts';
import { receiveReversalEvent } from './receive-reversal-event.ts';

/**
 * Applies a report about a capture, cancel or refund, ours or made elsewhere. A PSP with a look-up is asked first, and the result applied; without
 * one, the event's own amount counts. Nothing moves back unless the PSP names it, and no operation ends that may still be sent.
 */
export const receiveOperationEvent = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
  about: 'capture' | 'cancel' | 'refund',
  result: OperationResult,
): Promise<void> => {
  if (result.outcome === 'unknown') return;
  const { reversal } = records.charge;
  if (reversal && (event.operation === reversal.id || about === 'refund'))
    return receiveReversalEvent(ports, psp, records, event, result);
  if (about === 'refund') return receiveRefundEvent(ports, psp, records, event, result);
  if (result.outcome === 'pending') return;
  const reported = { event, about, succeeded: result.outcome === 'succeeded' };
  return psp.lookUp
    ? askAboutOperation(ports, psp, records, reported)
    : applyReportedOperation(ports, psp, records, reported);
};
