import { deadPsps, type FailureRuns } from '../../routing/health/failure-runs.ts';
import type { Clock, Log } from '../../types/ports.ts';

/** Reports each PSP account that is dead. Every call reports it again, so that its alarm lasts as long as the account is dead. */
export const logDead = (
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  runs: FailureRuns,
): void => {
  for (const psp of deadPsps(runs, clock.now() / 1000))
    log({ event: 'psp_dead', psp, failed: runs[psp]?.failed, since: runs[psp]?.since });
};
