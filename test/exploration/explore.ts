import { parseArgs } from 'node:util';
import { mutants } from '../simulation/mutants/mutants.ts';
import { plant } from '../simulation/mutants/plant.ts';
import { readCounts } from './counts.ts';
import { deepJobs, type Job, jobNamed, nameOf, smallJobs } from './jobs.ts';

/**
 * `npm run explore`: every interleaving of small worlds on the real engine, within bounds that it prints.
 *
 *   THREADS=2
 *   -- --scope refunds          only scopes whose name has this in it
 *   -- --states 250000          only scopes that had at most so many states when they were last published
 *   -- --publish                keeps the counts of all small scopes; `npm run docs` then writes their sum into docs/safety.md
 *   -- --deep                   two faults instead of one; as far as SECONDS=600 for each scope lead
 *   -- --inductive             every step from every well-formed record of small size, reachable or not; --every 10 takes one record in ten
 *   -- --mutants [name]         every planted mistake that can show in worlds of this size has to be caught; --publish keeps where each has shown
 *   -- --replay <scope> <path>  one schedule again, step by step (with --mutant <name>: of the engine with that mistake, as with --inductive)
 */
const { values, positionals } = parseArgs({
  // A scope is named by `--scope`: without it, all of them would run.
  allowPositionals: process.argv.includes('--replay') || process.argv.includes('--mutants'),
  options: {
    scope: { type: 'string' },
    states: { type: 'string' },
    deep: { type: 'boolean' },
    publish: { type: 'boolean' },
    mutants: { type: 'boolean' },
    replay: { type: 'boolean' },
    mutant: { type: 'string' },
    inductive: { type: 'boolean' },
    every: { type: 'string' },
  },
});
const threads = Number(process.env.THREADS ?? 2);
const seconds = Number(process.env.SECONDS ?? 600);

const wanted = (jobs: readonly Job[]): readonly Job[] => {
  const { states } = readCounts();
  const most = Number(values.states ?? Infinity);
  const named = jobs.filter(({ scope, kind }) => `${scope}/${kind}`.includes(values.scope ?? ''));
  const large = named.filter((job) => (states[nameOf(job)] ?? 0) > most);
  if (large.length > 0) console.log(`left out, larger than ${most} states: ${large.map(nameOf).join(', ')}`);
  return named.filter((job) => !large.includes(job));
};

// What loads the engine is loaded only once a mistake may have been planted in it.
const replay = async (): Promise<boolean> => {
  const [name = '', path = ''] = positionals;
  const planted = mutants.find((mutant) => mutant.name === values.mutant);
  if (planted) plant(planted);
  const { printSchedule } = await import('./command/print-report.ts');
  const broken = await printSchedule(jobNamed(name), path.split('.').map(Number));
  console.log(broken === undefined ? 'nothing is broken' : `this breaks invariant ${broken}`);
  return broken === undefined;
};

/** Most mistakes show in a small world, too. */
const smallestFirst = (jobs: readonly Job[]): readonly Job[] => {
  const { states } = readCounts();
  const sizeOf = (job: Job): number => states[nameOf(job)] ?? 0;
  return jobs.toSorted((one, other) => sizeOf(one) - sizeOf(other));
};

const mistakes = async (): Promise<boolean> => {
  const { exploreMutants } = await import('./command/explore-mutants.ts');
  return exploreMutants(smallestFirst(wanted(smallJobs)), {
    threads,
    seconds,
    only: positionals[0],
    publish: values.publish === true,
  });
};

const everything = async (): Promise<boolean> => {
  const { exploreAll } = await import('./command/explore-all.ts');
  const [jobs, whole] = values.deep ? [deepJobs, false] : [smallJobs, true];
  const publish = values.publish === true;
  if (publish && (values.deep || (values.scope ?? values.states) !== undefined))
    throw new Error('all small scopes are published, or none');
  return exploreAll(wanted(jobs), { threads, seconds, whole, publish });
};

const inductive = async (): Promise<boolean> => {
  const { exploreInductive } = await import('./inductive/explore-inductive.ts');
  const mutant = mutants.find(({ name }) => name === values.mutant);
  if (values.mutant !== undefined && !mutant) throw new Error(`there is no planted mistake ${values.mutant}`);
  return exploreInductive({ threads, mutant, every: Number(values.every ?? 1) });
};

const asked = (): Promise<boolean> => {
  if (values.replay) return replay();
  if (values.inductive) return inductive();
  return values.mutants ? mistakes() : everything();
};

process.exitCode = (await asked()) ? 0 : 1;
