import { deadPsps, type Silences } from '../../routing/health/silence.ts';
import type { Clock, Log } from '../../types/ports.ts';

/** Reports each PSP account that is dead. Every call reports it again, so that its alarm lasts as long as the account is dead. */
export const logDead = (
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  silences: Silences,
): void => {
  for (const psp of deadPsps(silences, clock.now() / 1000))
    log({ event: 'psp_dead', psp, failed: silences[psp]?.failed, since: silences[psp]?.since });
};
