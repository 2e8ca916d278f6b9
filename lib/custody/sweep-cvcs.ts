import type { ManagePorts } from './custody-ports.ts';

/** Deletes security codes whose time is over and that the store still has: it deletes by itself too, within days. */
export const sweepCvcs = async ({ cards, clock, report }: ManagePorts): Promise<void> => {
  const deleted = await cards.sweep(clock.now());
  report({ event: 'vault_swept', deleted });
};
