import type { HealthVerdict } from '../../lib/types/health.ts';

/** What every rule of the simulator allows. */
export const steering = { mode: 'steer', max_shift: 30, min_share: 5 } as const;

const lasts_ms = 120_000;
const turns = [
  { state: 'healthy', weight_factor: 1 },
  { state: 'sick', weight_factor: 0.05 },
  { state: 'sick', weight_factor: 0.3 },
  { state: 'recovering', weight_factor: 0.5 },
] as const;

/**
 * The verdict in force at a time: PSPs fall sick and recover, several or all at once, whatever they really do; now and then none can be read. Draws no
 * random number.
 */
export const madeUpVerdict = (
  accounts: readonly { readonly id: string }[],
  now: number,
): HealthVerdict | undefined => {
  const version = Math.floor(now / lasts_ms);
  if (version % 5 === 0) return undefined;
  return {
    version,
    computed_at: Math.floor((version * lasts_ms) / 1000),
    strata: accounts.map(({ id }, index) => {
      const turn = Math.floor(version / 4 ** index) % turns.length;
      const { state, weight_factor } = turns[turn] ?? turns[0];
      return {
        psp: id,
        currency: null,
        state,
        signal: 'approval',
        rate: 0.5,
        interval: [0.4, 0.6],
        baseline: 0.9,
        n: 100,
        evidence: 20,
        weight_factor,
        until: null,
      };
    }),
  };
};
