import type { World } from '../world.ts';
import { captureElsewhere, letGo } from './elsewhere.ts';
import type { LedgerOperation, LedgerPayment } from './ledger.ts';
import { mayRecapture } from './may-recapture.ts';
import type { PspServer } from './psp-server.ts';
import { authorizationEvent } from './report-payment.ts';

/** How long what was authorised is held after its capture has failed. */
const hold_ms = 5 * 86_400_000;

/** When an automatic capture fails at the latest. */
const latest_failure_s = 2_400;

/**
 * The capture that follows an authorisation by itself fails afterwards: the money is held again. The failure may be told once more under another id, and
 * so may what was told before it. In some worlds it is never told, and the money held on: only a look-up shows it.
 */
export const automaticCaptureFails = (world: World, server: PspServer, payment: LedgerPayment): void => {
  const { faults, random, time } = world;
  const is_untold = server.profile.captures_later === true && faults.hits('failure_untold');
  if (is_untold) captureLater(world, server, payment);
  if (!faults.hits('automatic_capture_fails')) return;
  const before = authorizationEvent(server.profile, payment, server.stateOf(payment));
  time.after(random.between(60, latest_failure_s) * 1000, () => {
    if (payment.status !== 'captured' || payment.refunded > 0 || payment.disputed > 0) return;
    const failed = fail(world, server, payment);
    if (faults.hits('dashboard_capture'))
      time.after(random.below(3_600_000), () => captureElsewhere(world, server, payment, true));
    if (is_untold) return;
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

/** Whether it is captured shows once it can fail no more, and every look-up would show that it has. */
const captureLater = ({ time }: World, { profile }: PspServer, payment: LedgerPayment): void => {
  payment.supposed = true;
  const { lag_ms = 0 } = profile.account.capabilities.look_up ?? {};
  time.after(latest_failure_s * 1000 + lag_ms + 1, () => {
    payment.supposed = false;
  });
};

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
