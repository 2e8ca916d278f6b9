import type { OwnTimes } from './programs/own-time.ts';
import { measureOwnTime } from './support/measure-own-time.ts';
import { type Step, stepNames } from './support/payment-chain.ts';
import { printTable } from './support/print-table.ts';
import { median, percentile } from './support/statistics.ts';

const allowed_ratio = 1.25;
const runs = { batch: 20, warm_up: 25, rounds: 100 };

/** The service's own time: each step of a payment against a handler written by hand that makes the same DynamoDB and PSP calls. */
const report = ({ service, by_hand }: OwnTimes): void => {
  const rows = stepNames.map((step) => rowOf(step, service.map(of(step)), by_hand.map(of(step))));
  console.log(
    `One call at a time, ${runs.rounds} rounds of ${runs.batch} payments on each side in turns, after ${runs.warm_up} such rounds; milliseconds`,
  );
  printTable(
    ['', 'p50', 'p99', 'by hand p50', 'p99', 'ratio of p50'],
    rows.map(({ cells }) => cells),
  );
  const missed = rows.filter(({ ratio }) => ratio > allowed_ratio);
  for (const { step, ratio } of missed)
    console.log(`missed: ${step} is at ${ratio.toFixed(2)}, the target is ${allowed_ratio} or less`);
  if (missed.length > 0) process.exitCode = 1;
};

const of = (step: Step) => (times: Readonly<Record<Step, number>>) => times[step];

const rowOf = (step: Step, service: readonly number[], by_hand: readonly number[]) => {
  const ratio = median(service) / median(by_hand);
  const figures = [service, by_hand].flatMap((times) => [median(times), percentile(times, 0.99)]);
  return { step, ratio, cells: [step, ...figures.map((ms) => ms.toFixed(2)), ratio.toFixed(2)] };
};

report(await measureOwnTime(runs));
