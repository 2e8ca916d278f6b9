import { type Job, nameOf } from '../jobs.ts';
import type { Report } from './order.ts';

/** What is wrong with a run, a line each: a scope that is broken or has no report, and, if `whole`, one of which something was left out. */
export const problemsOf = (
  jobs: readonly Job[],
  reports: readonly Report[],
  { whole }: { readonly whole: boolean },
): readonly string[] => {
  const found = new Map(reports.map((report) => [nameOf(report.job), report.exploration]));
  return jobs.flatMap((job) => {
    const exploration = found.get(nameOf(job));
    if (!exploration) return `${nameOf(job)} has no report`;
    if (exploration.violations.length > 0) return `${nameOf(job)} is broken`;
    return whole && !exploration.complete ? `${nameOf(job)} is not complete` : [];
  });
};
