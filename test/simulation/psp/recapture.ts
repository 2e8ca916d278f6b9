import type { World } from '../world.ts';
import type { LedgerOperation, LedgerPayment } from './ledger.ts';
import { settled } from './payment-changes.ts';
import type { PspServer } from './psp-server.ts';
import { operationEvent } from './report-operation.ts';

/** The PSP repeats the last capture that failed, by itself and under the same id. */
export const recapture = (world: World, server: PspServer, payment: LedgerPayment): void => {
  const failed = failedCapture(payment);
  if (!failed || payment.hold !== undefined || payment.captured + failed.amount > payment.authorized) return;
  const again: LedgerOperation = {
    ...failed,
    ours: undefined,
    again: true,
    status: 'succeeded',
    shown: [{ from: server.shownFrom(), state: 'succeeded' }],
  };
  payment.operations.push(again);
  Object.assign(payment, settled(payment, again));
  server.changed(payment);
  world.checker.ledgerOperation(payment, again);
  server.emit({ ...operationEvent(server.profile, payment, again), again: true });
};

const failedCapture = ({ operations }: LedgerPayment): LedgerOperation | undefined =>
  operations.findLast(
    ({ id, kind, status }) =>
      kind === 'capture' && status === 'failed' && !operations.some((one) => one.again && one.id === id),
  );
