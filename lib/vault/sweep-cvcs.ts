import type { ManagePorts } from './vault-ports.ts';

/** Deletes expired security codes that are still stored. The store would delete them too, but it may take days. */
export const sweepCvcs = async ({ cards, clock, log }: ManagePorts): Promise<void> => {
  const deleted = await cards.sweep(clock.now());
  log({ event: 'vault_swept', deleted });
};
