import { execFileSync } from 'node:child_process';
import { writeCounts } from '../counts.ts';
import { nameOf, smallJobs } from '../jobs.ts';
import type { Report } from './order.ts';

/** Keeps the counts of a run of all small scopes, and the commit that was explored, for the page that shows them. */
export const publishCounts = (commit: string, reports: readonly Report[], seconds: number): void => {
  const found = new Map(reports.map(({ job, exploration }) => [nameOf(job), exploration.states]));
  const states = Object.fromEntries(smallJobs.map((job) => [nameOf(job), found.get(nameOf(job)) ?? 0]));
  writeCounts({ commit, seconds: Math.round(seconds), states });
};

/** The commit that is about to be explored. Throws if there is none to name. */
export const exploredCommit = (): string => {
  const git = (...words: readonly string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  if (git('status', '--porcelain', '--', 'lib') !== '')
    throw new Error('lib has changes that are not committed: there is no commit to name');
  return git('rev-parse', '--short=7', 'HEAD');
};
