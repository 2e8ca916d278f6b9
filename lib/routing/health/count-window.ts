import { type HealthCount, type HealthWindow, healthSignals } from '../../types/health.ts';
import type { FirstAttempt } from './first-attempt.ts';
import { outcomeSignals } from './outcome-signals.ts';
import { added, noTally } from './tally.ts';

/** What the outcomes of one window come to; `at` is its end, Unix seconds. An outcome that a newer version stored says nothing. */
export const countWindow = (at: number, attempts: readonly FirstAttempt[]): HealthWindow => {
  const counts = new Map<string, HealthCount>();
  for (const { psp, currency, outcome } of attempts) {
    const signals = outcomeSignals[outcome] ?? {};
    const key = JSON.stringify([psp, currency]);
    let count = counts.get(key) ?? { psp, currency, technical: noTally, approval: noTally };
    for (const signal of healthSignals) {
      const good = signals[signal];
      if (good === undefined) continue;
      const one = good ? { ok: 1, failed: 0 } : { ok: 0, failed: 1 };
      count = { ...count, [signal]: added(count[signal], one) };
    }
    if (count.technical !== noTally) counts.set(key, count);
  }
  return { at, counts: [...counts.values()] };
};
