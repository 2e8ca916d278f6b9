import { type FaultKind, faultKinds } from '../faults.ts';
import type { SeedResult } from '../run-seed.ts';
import type { Shares } from '../shares.ts';

/** What many seeds came to. The hash does not depend on the order in which they end. */
export type Tally = {
  seeds: number;
  payments: number;
  events: number;
  hash: number;
  shares: Shares;
  readonly faults: Record<FaultKind, number>;
  readonly reported: Record<string, number>;
  readonly ends: Record<string, number>;
};

export const createTally = (): Tally => ({
  seeds: 0,
  payments: 0,
  events: 0,
  hash: 0,
  shares: { observed: 0, expected: 0, variance: 0 },
  faults: Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>,
  reported: {},
  ends: {},
});

export const addSeed = (tally: Tally, result: SeedResult): void => {
  tally.seeds += 1;
  tally.payments += result.payments;
  tally.events += result.events;
  tally.hash = (tally.hash + Math.imul(result.hash ^ Math.imul(result.seed, 0x9e3779b1), 0x85ebca6b)) >>> 0;
  tally.shares = addShares(tally.shares, result.shares);
  for (const kind of faultKinds) tally.faults[kind] += result.faults[kind];
  for (const [event, count] of result.reported) tally.reported[event] = (tally.reported[event] ?? 0) + count;
  for (const [end, count] of result.ends) tally.ends[end] = (tally.ends[end] ?? 0) + count;
};

export const addTally = (to: Tally, from: Tally): void => {
  to.seeds += from.seeds;
  to.payments += from.payments;
  to.events += from.events;
  to.hash = (to.hash + from.hash) >>> 0;
  to.shares = addShares(to.shares, from.shares);
  for (const kind of faultKinds) to.faults[kind] += from.faults[kind];
  for (const [event, count] of Object.entries(from.reported))
    to.reported[event] = (to.reported[event] ?? 0) + count;
  for (const [end, count] of Object.entries(from.ends)) to.ends[end] = (to.ends[end] ?? 0) + count;
};

const addShares = (a: Shares, b: Shares): Shares => ({
  observed: a.observed + b.observed,
  expected: a.expected + b.expected,
  variance: a.variance + b.variance,
});
