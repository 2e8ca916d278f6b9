import type { Tally } from '../../types/tally.ts';

const { log } = Math;

/** How much likelier these outcomes are at the rate `to` than at the rate `from`, as a logarithm. Both strictly between 0 and 1. */
export const logLikelihoodRatio = ({ ok, failed }: Tally, from: number, to: number): number =>
  ok * log(to / from) + failed * log((1 - to) / (1 - from));
