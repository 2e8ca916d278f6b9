import type { ManagePorts } from './custody-ports.ts';

/** Deletes expired security codes that the store still has. The store deletes them itself too, but it may take days. */
export const sweepCvcs = async ({ cards, clock, report }: ManagePorts): Promise<void> => {
  const deleted = await cards.sweep(clock.now());
  report({ event: 'vault_swept', deleted });
};
