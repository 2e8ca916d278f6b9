import { mutants } from '../../simulation/mutants/mutants.ts';
import { beyondReach } from '../beyond-reach.ts';
import { type Job, nameOf } from '../jobs.ts';
import { readShownIn, writeShownIn } from '../shown-in.ts';
import type { Report } from './order.ts';
import { inThreads, startWorker } from './start-worker.ts';

/**
 * Every planted mistake, over the scopes until one shows it, the one that has shown it before in front. Resolves to whether each that can show was
 * caught, and no other. `publish`: keeps where each has shown.
 */
export const exploreMutants = async (
  jobs: readonly Job[],
  {
    threads,
    seconds,
    only,
    publish,
  }: {
    readonly threads: number;
    readonly seconds: number;
    readonly only: string | undefined;
    readonly publish: boolean;
  },
): Promise<boolean> => {
  const missed: string[] = [];
  const before = readShownIn();
  const shown: Record<string, string> = {};
  console.log(`${'planted mistake'.padEnd(78)} ${'scope'.padEnd(24)} ${'steps'.padStart(8)}`);
  const wanted = mutants.filter(({ name }) => only === undefined || name.includes(only));
  await inThreads(threads, wanted, async (mutant) => {
    const likely = jobs.find((job) => nameOf(job) === before[mutant.name]);
    const reason = beyondReach[mutant.name];
    const reports = await startWorker({ jobs, seconds, mutant, likely, briefly: reason !== undefined });
    const found = reports.find(({ exploration }) => exploration.violations.length > 0);
    if (found) shown[mutant.name] = nameOf(found.job);
    console.log(`${mutant.name.padEnd(78)} ${reported(reports, found, reason)}`);
    if (!found && reason === undefined) missed.push(`NOT CAUGHT: ${mutant.name}`);
    if (found && reason !== undefined)
      missed.push(`CAUGHT, though it is said that it cannot show: ${mutant.name}`);
  });
  if (publish) writeShownIn(only === undefined ? shown : { ...before, ...shown });
  for (const line of missed) console.log(line);
  const named = new Set(mutants.map(({ name }) => name));
  const unknown = Object.keys(beyondReach).filter((name) => !named.has(name));
  for (const name of unknown) console.log(`there is no such mistake: ${name}`);
  return missed.length === 0 && unknown.length === 0;
};

const reported = (
  reports: readonly Report[],
  found: Report | undefined,
  reason: string | undefined,
): string => {
  const steps = reports.reduce((sum, { exploration }) => sum + exploration.steps, 0);
  const [violation] = found?.exploration.violations ?? [];
  if (found && violation)
    return `${nameOf(found.job).padEnd(24)} ${String(steps).padStart(8)}  ${violation.what.slice(0, 90)}`;
  return reason === undefined ? `SURVIVED ${String(steps).padStart(24)}` : `cannot show: ${reason}`;
};
