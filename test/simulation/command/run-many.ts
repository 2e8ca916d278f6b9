import { deviation } from '../shares.ts';
import { startWorker } from './start-worker.ts';
import { addTally, createTally, type Tally } from './tally.ts';
import type { WorkReport } from './worker.ts';

export type Many = {
  readonly first: number;
  readonly seeds: number;
  readonly payments: number;
  readonly threads: number;
};

export type ManyResult = {
  readonly tally: Tally;
  readonly seconds: number;
  readonly failed: WorkReport['failed'];
};

/** More standard deviations than chance gives in any number of runs. */
const mostDeviation = 5;

/** The real engine over many seeds, a line of progress every few seconds. Stops at the first violation. */
export const runMany = async ({ first, seeds, payments, threads }: Many): Promise<ManyResult> => {
  const tally = createTally();
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  let failed: WorkReport['failed'];
  let said = 0;
  const workers = Array.from({ length: threads }, (_, thread) =>
    startWorker({ from: first + thread, to: first + seeds, step: threads, payments }, (report) => {
      addTally(tally, report.tally);
      if (report.failed && (!failed || report.failed.seed < failed.seed)) failed = report.failed;
      if (seconds() - said < 5) return;
      said = seconds();
      const rate = Math.round(tally.payments / said);
      console.log(
        `${tally.payments} of ${seeds * payments} payments, ${rate} a second, ${failed ? 1 : 0} violations`,
      );
    }),
  );
  const stopAll = (): void => {
    for (const worker of workers) worker.stop();
  };
  try {
    // One violation is enough: the others need not go on.
    await Promise.race([
      Promise.all(workers.map(({ ended }) => ended)),
      ...workers.map(({ ended }) => ended.then((report) => (report.failed ? undefined : forever))),
    ]);
  } finally {
    stopAll();
  }
  return { tally, seconds: seconds(), failed: failed ?? offShare(tally) };
};

const forever = new Promise<never>(() => undefined);

const offShare = (tally: Tally): WorkReport['failed'] => {
  const off = deviation(tally.shares);
  return Math.abs(off) > mostDeviation
    ? {
        seed: 0,
        violation: {
          invariant: 11,
          what: `shares are ${off.toFixed(1)} standard deviations from the weights`,
        },
      }
    : undefined;
};
