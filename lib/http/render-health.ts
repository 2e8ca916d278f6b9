import type { HealthVerdict } from '../types/health.ts';

/** Before anything is counted: version 0, not computed. Health is not judged by brand. */
export const renderHealth = (verdict: HealthVerdict | undefined) => ({
  object: 'routing.health',
  version: verdict?.version ?? 0,
  computed_at: verdict?.computed_at ?? null,
  strata: (verdict?.strata ?? []).map(({ psp, currency, state, signal, n, ...seen }) => ({
    psp,
    currency,
    brand: null,
    state,
    signal,
    rate: seen.rate,
    baseline: seen.baseline,
    interval: seen.interval,
    n: Math.round(n),
    evidence: seen.evidence,
    weight_factor: seen.weight_factor,
    until: seen.until,
  })),
});
