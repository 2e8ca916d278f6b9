import type { Job } from '../jobs.ts';
import { namedScope } from '../scopes.ts';
import type { Report } from './order.ts';
import { heading, lineOf, printViolation } from './print-report.ts';
import { exploredCommit, publishCounts } from './publish-counts.ts';
import { inThreads, startWorker } from './start-worker.ts';
import { problemsOf } from './verdict.ts';

/** Every job, a line for each. Resolves to whether nothing was broken and, if asked for, nothing was left out. */
export const exploreAll = async (
  jobs: readonly Job[],
  {
    threads,
    seconds,
    whole,
    publish = false,
  }: {
    readonly threads: number;
    readonly seconds: number;
    readonly whole: boolean;
    /** Keeps the counts of a run in which nothing is wrong. */
    readonly publish?: boolean;
  },
): Promise<boolean> => {
  const commit = publish ? exploredCommit() : undefined;
  const began = Date.now();
  const reports: Report[] = [];
  console.log(heading);
  await inThreads(threads, jobs, async (job) => {
    await startWorker({ jobs: [job], seconds }, (report) => {
      reports.push(report);
      console.log(`${lineOf(report)}  (${reports.length} of ${jobs.length})`);
    });
  });
  const taken = (Date.now() - began) / 1000;
  printFigures(reports, taken);
  const broken = reports.filter(({ exploration }) => exploration.violations.length > 0);
  for (const report of broken) await printViolation(report);
  const problems = problemsOf(jobs, reports, { whole });
  for (const problem of problems) console.log(problem);
  if (commit !== undefined && problems.length === 0) publishCounts(commit, reports, taken);
  return problems.length === 0;
};

const printFigures = (reports: readonly Report[], seconds: number): void => {
  const sum = (of: (report: Report) => number): string =>
    reports.reduce((total, report) => total + of(report), 0).toLocaleString('en');
  console.log(
    `\n${reports.length} scopes, ${sum(({ exploration }) => exploration.states)} states, ${sum(({ exploration }) => exploration.steps)} steps, ${sum(({ exploration }) => exploration.executions)} executions, ${sum(({ exploration }) => exploration.violations.length)} violations, ${Math.round(seconds)} s`,
  );
  const complete = reports.filter(({ exploration }) => exploration.complete).length;
  console.log(`${complete} of them complete within these bounds:`);
  const bounds = new Map(reports.map(({ job }) => [job.scope, namedScope(job).budget]));
  for (const [scope, budget] of bounds) {
    const reported = Object.entries(budget).flatMap(([fault, times]) =>
      times > 0 ? `${fault} ${times}` : [],
    );
    console.log(`  ${scope.padEnd(12)} ${reported.join(', ')}`);
  }
};
