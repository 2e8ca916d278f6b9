import { type Job, nameOf } from '../jobs.ts';
import { namedScope } from '../scopes.ts';
import { replayPath } from '../walk-scope.ts';
import type { Report } from './order.ts';

export const heading = `${'scope'.padEnd(26)} ${'states'.padStart(9)} ${'steps'.padStart(9)} ${'executions'.padStart(10)} ${'ends'.padStart(6)} ${'depth'.padStart(5)} ${'seconds'.padStart(7)}`;

export const lineOf = ({ job, exploration, seconds }: Report): string => {
  const { states, steps, executions, ends, depth, complete, share, violations } = exploration;
  const extent = complete ? 'complete' : `${(100 * share).toFixed(1)} %`;
  const reported = violations.length > 0 ? 'BROKEN' : extent;
  return `${nameOf(job).padEnd(26)} ${String(states).padStart(9)} ${String(steps).padStart(9)} ${String(executions).padStart(10)} ${String(ends).padStart(6)} ${String(depth).padStart(5)} ${seconds.toFixed(1).padStart(7)}  ${reported}`;
};

/** What was broken, each step of the way there, and how to go it again. */
export const printViolation = async (
  { job, exploration: { violations } }: Report,
  more = '',
): Promise<void> => {
  for (const { what, path } of violations) {
    console.log(`\n${nameOf(job)} breaks invariant ${what}`);
    await printSchedule(job, path);
    console.log(`replay it with npm run explore -- --replay ${nameOf(job)} ${path.join('.')}${more}`);
  }
};

export const printSchedule = (job: Job, path: readonly number[]): Promise<string | undefined> => {
  let number = 0;
  return replayPath(namedScope(job), path, (line) => console.log(`${String(++number).padStart(4)}. ${line}`));
};
