import type { World } from '../world.ts';
import type { LedgerOperation, LedgerPayment } from './ledger.ts';
import type { PspServer } from './psp-server.ts';
import { recapture } from './recapture.ts';

/** The PSP may repeat a capture that has failed by itself: it may tell so before the failure comes. */
export const mayRecapture = (
  world: World,
  server: PspServer,
  payment: LedgerPayment,
  { status }: LedgerOperation,
): void => {
  const { faults, random, time } = world;
  if (status !== 'failed' || !server.profile.recaptures || !faults.hits('recaptured')) return;
  time.after(random.below(random.pick([5_000, 600_000, 86_400_000])), () =>
    recapture(world, server, payment),
  );
};
