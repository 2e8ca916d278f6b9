import type { HealthStratumObject, HealthVerdictObject } from '../contract/routing-health.ts';
import type { HealthStratum, HealthVerdict } from '../types/health.ts';

/** Before anything is counted: version 0, not computed. Health is not judged by brand. */
export const renderHealth = (verdict: HealthVerdict | undefined): HealthVerdictObject => ({
  object: 'routing.health',
  version: verdict?.version ?? 0,
  computed_at: verdict?.computed_at ?? null,
  strata: (verdict?.strata ?? []).map(renderStratum),
});

const renderStratum = ({ psp, currency, state, signal, n, ...seen }: HealthStratum): HealthStratumObject => ({
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
});
