import { type HealthStratum, type HealthVerdict, healthSignals } from '../../types/health.ts';
import { intervalOf } from '../../types/interval-of.ts';
import type { Tally } from '../../types/tally.ts';
import { factorOf } from './degradation.ts';
import { type Detector, type PspHealth, pooled } from './detector.ts';
import { rateOf, sizeOf } from './tally.ts';

/**
 * The detector's current verdict. It keeps the version of `former` if no state and no weight factor differs. Omits strata of currencies without
 * verdicts of their own: the pool covers them.
 */
export const verdictOf = (detector: Detector, former: HealthVerdict | undefined): HealthVerdict => {
  const strata = Object.entries(detector.strata).flatMap(([name, stratum]) =>
    name === pooled || stratum.own_verdict
      ? Object.entries(stratum.psps).map(([psp, health]) =>
          stratumOf(psp, name === pooled ? null : name, stratum.threshold, health),
        )
      : [],
  );
  const same = former !== undefined && decisionOf(former.strata) === decisionOf(strata);
  return { version: (former?.version ?? 0) + (same ? 0 : 1), computed_at: detector.at, strata };
};

/** The part that plans and events depend on. */
const decisionOf = (strata: readonly HealthStratum[]): string =>
  strata
    .filter(({ state }) => state !== 'healthy')
    .map(({ psp, currency, state, weight_factor }) => JSON.stringify([psp, currency, state, weight_factor]))
    .sort()
    .join();

const stratumOf = (
  psp: string,
  currency: string | null,
  threshold: number,
  { illness, ...watches }: PspHealth,
): HealthStratum => {
  if (illness !== null) {
    const { signal, state, since, well, score, at, dwell_s } = illness;
    const until = at + dwell_s;
    const seen = { ...seenIn(since), n: sizeOf(since), baseline: well, evidence: score };
    return { psp, currency, state, signal, ...seen, weight_factor: factorOf(illness), until };
  }
  const signal = healthSignals.reduce((most, other) =>
    watches[other].score > watches[most].score ? other : most,
  );
  const watch = watches[signal];
  const since = watch.since?.own;
  const seen = {
    ...seenIn(since ?? watch.baseline),
    n: since ? sizeOf(since) : 0,
    baseline: rateOf(watch.baseline),
    evidence: watch.score,
  };
  const state = watch.score > 0 && watch.score >= threshold ? 'suspect' : 'healthy';
  return { psp, currency, state, signal, ...seen, weight_factor: 1, until: null };
};

const seenIn = (tally: Tally) => ({ rate: rateOf(tally), interval: intervalOf(tally) });
