import type { Event } from '../../types/event.ts';
import type { HealthStratum, HealthVerdict } from '../../types/health.ts';
import { newEvent } from '../new-event.ts';

/** The changes in a verdict: an event for each PSP account and currency whose state or weight differs from the previous verdict. Pure. */
export const healthEvents = (
  former: HealthVerdict | undefined,
  { version, computed_at, strata }: HealthVerdict,
  livemode: boolean,
): readonly Event[] =>
  changedOf(former?.strata ?? [], strata).map(({ psp, currency, state, signal }) =>
    newEvent('routing.health.changed', computed_at * 1000, livemode, {
      id: idOf({ psp, currency }),
      object: 'routing.health',
      seq: version,
      status: state,
      psp,
      currency: currency ?? undefined,
      reason: signal,
    }),
  );

const changedOf = (
  former: readonly HealthStratum[],
  strata: readonly HealthStratum[],
): readonly HealthStratum[] => {
  const before = new Map(former.map((stratum) => [idOf(stratum), stratum]));
  const changed = strata.filter((stratum) => {
    const { state = 'healthy', weight_factor = 1 } = before.get(idOf(stratum)) ?? {};
    return state !== stratum.state || weight_factor !== stratum.weight_factor;
  });
  // A currency that has become too rare for its own verdicts is covered by the pool.
  const gone = former.filter(
    ({ psp, currency, state }) =>
      state !== 'healthy' && !strata.some((stratum) => stratum.psp === psp && stratum.currency === currency),
  );
  return [...changed, ...gone.map((stratum) => ({ ...stratum, state: 'healthy' as const }))];
};

/** `stripe/eur`, or `stripe` for the currencies judged together. */
const idOf = ({ psp, currency }: Pick<HealthStratum, 'psp' | 'currency'>): string =>
  currency === null ? psp : `${psp}/${currency}`;
