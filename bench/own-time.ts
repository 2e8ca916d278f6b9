import type { OwnTimes } from './programs/own-time.ts';
import { measureOwnTime } from './support/measure-own-time.ts';
import { type Step, stepNames, type Time, type Times } from './support/payment-chain.ts';
import { printTable } from './support/print-table.ts';
import { median, percentile } from './support/statistics.ts';

/** For a call's median time in a round, relative to the other side's round next to it. */
const allowed_ratio = 1.1;
/** The local store's writes become slower as it fills: more rounds would compare two waits for it. */
const runs = { batch: 20, warm_up: 12, rounds: 40 };

/**
 * The service's own time: each step of a payment against a handler written by hand that makes the same DynamoDB and PSP calls. The call's duration is
 * judged; this thread's processor time, which is part of it, is shown next to it.
 */
const report = (times: OwnTimes): void => {
  const rows = stepNames.map((step) => rowOf(step, times));
  console.log(
    `One call at a time, ${runs.rounds} rounds of ${runs.batch} payments on each side in turns, after ${runs.warm_up} such rounds; milliseconds`,
  );
  printTable(
    ['', 'p50', 'p99', 'by hand p50', 'p99', 'ratio of p50', 'processor', 'by hand', 'ratio'],
    rows.map(({ cells }) => cells),
  );
  const missed = rows.filter(({ ratio }) => ratio > allowed_ratio);
  for (const { step, ratio } of missed)
    console.log(`missed: ${step} is at ${ratio.toFixed(2)}, the target is ${allowed_ratio} or less`);
  if (missed.length > 0) process.exitCode = 1;
};

const rowOf = (step: Step, { service, by_hand }: OwnTimes) => {
  const of = (sides: readonly Times[], what: keyof Time): readonly number[] =>
    sides.map((times) => times[step][what]);
  const calls = [of(service, 'ms'), of(by_hand, 'ms')] as const;
  const work = [median(of(service, 'cpu_ms')), median(of(by_hand, 'cpu_ms'))] as const;
  const ratio = ratioOfNeighbours(...calls);
  const figures = calls.flatMap((times) => [median(times), percentile(times, 0.99)]);
  return {
    step,
    ratio,
    cells: [step, ...[...figures, ratio, ...work, work[0] / work[1]].map((figure) => figure.toFixed(2))],
  };
};

/** The median over the rounds: the store slows down as it fills, but affects two neighbouring rounds nearly alike. */
const ratioOfNeighbours = (ours: readonly number[], theirs: readonly number[]): number => {
  const round = (of: readonly number[], number: number): number =>
    median(of.slice(number * runs.batch, (number + 1) * runs.batch));
  return median(
    Array.from({ length: runs.rounds }, (_, number) => round(ours, number) / round(theirs, number)),
  );
};

report(await measureOwnTime(runs));
