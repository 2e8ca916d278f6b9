import type { HealthStratum, HealthVerdict } from '../../types/health.ts';
import type { AdjustedWeight, HealthPolicy, RoutingTarget } from '../../types/routing.ts';

/** The strata that a verdict steers away from in a currency: the currency's own if it has any, otherwise the pool's. */
export const shiftsOf = ({ strata }: HealthVerdict, currency: string): readonly HealthStratum[] => {
  const own = strata.some((stratum) => stratum.currency === currency) ? currency : null;
  return strata.filter((stratum) => stratum.currency === own && stratum.weight_factor < 1);
};

/**
 * The weights that differ from the targets' own. Each degraded PSP keeps `weight_factor` of its share, but at least `min_share`, and all shifts
 * together move at most `max_shift`. Only degraded PSPs get another weight, so only their sessions move. Shifts nothing if no PSP is healthy.
 */
export const adjustWeights = (
  targets: readonly RoutingTarget[],
  shifts: readonly HealthStratum[],
  { max_shift, min_share }: HealthPolicy,
): readonly AdjustedWeight[] => {
  const drawn = targets.filter(({ weight }) => weight > 0);
  const sick = drawn.flatMap(({ psp, weight }) => {
    const stratum = shifts.find((shift) => shift.psp === psp);
    return stratum ? [{ psp, weight, stratum }] : [];
  });
  if (sick.length === 0 || sick.length === drawn.length) return [];
  const total = weightOf(drawn);
  const moved = sick.map(({ weight, stratum }) => {
    const share = weight / total;
    return share - Math.min(share, Math.max(share * stratum.weight_factor, min_share / 100));
  });
  if (max_shift === 0 || sum(moved) === 0) return [];
  const bounded = Math.min(1, max_shift / 100 / sum(moved));
  const kept = sick.map(({ weight }, index) => weight / total - bounded * (moved[index] ?? 0));
  const all = (total - weightOf(sick)) / (1 - sum(kept));
  return sick.flatMap(({ psp, weight, stratum }, index) => {
    const to = all * (kept[index] ?? 0);
    return to < weight ? [{ psp, weight, to, reason: stratum.signal, n: Math.round(stratum.n) }] : [];
  });
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const weightOf = (targets: readonly { readonly weight: number }[]): number =>
  sum(targets.map(({ weight }) => weight));
