import type { Random } from '../simulation/random.ts';

/** From 0 up to, not including, 1. */
export const unit = (random: Random): number => random.u32() / 2 ** 32;

/** Standard normal. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - unit(random))) * Math.cos(2 * Math.PI * unit(random));

/** How many of events that come independently, `mean` on average. */
export const poisson = (random: Random, mean: number): number => {
  if (mean > 100) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  let count = 0;
  for (let left = Math.exp(-mean), drawn = unit(random); drawn > left; count++) drawn *= unit(random);
  return count;
};
