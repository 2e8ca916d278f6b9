import { deadPsps, type Silences } from '../../routing/health/silence.ts';
import type { Clock, Report } from '../../types/ports.ts';

/** Reports each PSP account that is dead. Every call reports it again, so that its alarm lasts as long as the account is dead. */
export const reportDead = (
  { clock, report }: { readonly clock: Clock; readonly report: Report },
  silences: Silences,
): void => {
  for (const psp of deadPsps(silences, clock.now() / 1000))
    report({ event: 'psp_dead', psp, failed: silences[psp]?.failed, since: silences[psp]?.since });
};
