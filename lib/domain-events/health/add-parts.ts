import { closedUntil } from '../../routing/health/window-times.ts';
import type { HealthPorts } from './health-ports.ts';
import type { HealthTally } from './health-tally.ts';

/** Writes a shard's counts with one write per window. Counts that arrive after their window was folded are dropped and reported. */
export const addParts = async (
  { health, clock, log, tick_s }: Pick<HealthPorts, 'health' | 'clock' | 'log' | 'tick_s'>,
  shard: string,
  tally: HealthTally,
): Promise<void> => {
  for (const part of tally)
    if (part.at > closedUntil(clock.now(), tick_s)) await health.addPart(shard, part);
    else log({ event: 'health_counted_late', at: part.at });
};
