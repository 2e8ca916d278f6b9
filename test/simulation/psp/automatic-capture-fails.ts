import type { World } from '../world.ts';
import { letGo } from './elsewhere.ts';
import type { LedgerOperation, LedgerPayment } from './ledger.ts';
import { mayRecapture } from './may-recapture.ts';
import type { PspServer } from './psp-server.ts';
import { authorizationEvent } from './report-payment.ts';

/** How long what was authorised is held after its capture has failed. */
const hold_ms = 5 * 86_400_000;

/**
 * The capture that follows an authorisation by itself fails afterwards: the money is held again. The failure may be told once more under another id, and
 * so may what was told before it.
 */
export const automaticCaptureFails = (world: World, server: PspServer, payment: LedgerPayment): void => {
  const { faults, random, time } = world;
  if (!faults.hits('automatic_capture_fails')) return;
  const before = authorizationEvent(server.profile, payment, server.stateOf(payment));
  time.after(random.between(60, 2_400) * 1000, () => {
    if (payment.status !== 'captured' || payment.refunded > 0 || payment.disputed > 0) return;
    const failed = fail(world, server, payment);
    const report = (): void => reportFailure(server, payment, failed);
    report();
    mayRecapture(world, server, payment, failed);
    if (random.chance(0.5)) time.after(random.between(60, 7_200) * 1000, report);
    if (random.chance(0.5)) time.after(random.between(60, 7_200) * 1000, () => server.emit(before));
    time.after(hold_ms, () => letGo(world, server, payment, 'expired'));
  });
};

/** It fails now, and that is told once. */
export const failAutomaticCapture = (world: World, server: PspServer, payment: LedgerPayment): void =>
  reportFailure(server, payment, fail(world, server, payment));

const fail = (world: World, server: PspServer, payment: LedgerPayment): LedgerOperation => {
  const failed: LedgerOperation = {
    id: server.newId('capture'),
    ours: undefined,
    kind: 'capture',
    amount: payment.captured,
    status: 'failed',
    executions: 1,
    shown: [],
  };
  payment.operations.push(failed);
  payment.captured = 0;
  payment.status = 'authorized';
  world.checker.captureTakenBack(payment, failed);
  server.changed(payment);
  return failed;
};

const reportFailure = (server: PspServer, payment: LedgerPayment, { id, amount }: LedgerOperation): void =>
  server.emit({
    reference: payment.reference,
    psp_reference: payment.id,
    ...(server.profile.names === 'neither' ? {} : { operation_reference: id }),
    money: { amount, currency: payment.currency },
    claim: { about: 'capture', result: { outcome: 'failed', reason: 'processor_error', code: 'refused' } },
  });
