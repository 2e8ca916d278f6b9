import { isStorageDown } from '../../types/api-error.ts';
import type { Charge, Refund } from '../../types/charge.ts';
import { defined } from '../../types/defined.ts';
import type { OperationResult } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { findCapture } from '../reports/find-capture.ts';
import { runOperation } from './run-operation.ts';

/** The PSP's response, and the charge when it arrived. `most`: no capture has more left than this, so nothing was sent. Minor units. */
export type SentRefund = {
  readonly charge: Charge;
  readonly result: OperationResult;
  readonly most?: number;
};

/** Sends a refund that was reserved just now. If there may be several captures, it first records the one that is refunded. */
export const sendRefund = async (
  ports: PaymentPorts,
  { refund, charge }: { readonly refund: Refund; readonly charge: Charge },
): Promise<SentRefund> => {
  const { id, amount, sent = 0, reason } = refund;
  const operation = { id, amount, started: sent, sent, ...defined({ reason }) };
  const psp = ports.psps.connect(charge.psp);
  const found = psp ? await findCapture(ports, psp, charge, operation) : {};
  if ('result' in found) return { charge, result: found.result };
  const { of } = found;
  if (of === undefined) return { charge, result: await runOperation(ports, 'refund', charge, operation) };
  if (found.most < amount)
    return { charge, most: found.most, result: { outcome: 'failed', reason: 'invalid_request' } };
  const named = { ...refund, of, rev: refund.rev + 1, write: ports.newWrite() };
  const written = await ports.store.replaceRefund(charge.id, named, { release: false }).catch(ifUnavailable);
  // Recovery sends it: whether the capture is recorded is unknown here.
  if (!written?.ok) return { charge, result: { outcome: 'unknown', doubt: 'connection_lost' } };
  const result = await runOperation(ports, 'refund', written.charge, { ...operation, of });
  return { charge: written.charge, result };
};

const ifUnavailable = (error: unknown): undefined => {
  if (!isStorageDown(error)) throw error;
};
