import { readCommandLine } from '../../local/support/read-command-line.ts';
import { readCount } from '../../local/support/read-count.ts';
import { refuse } from '../../local/support/refuse.ts';
import { mutants } from '../simulation/mutants/mutants.ts';
import { plant } from '../simulation/mutants/plant.ts';
import { readCounts } from './counts.ts';
import { deepJobs, type Job, jobNamed, nameOf, smallJobs } from './jobs.ts';

const usage = `Tries every interleaving of small worlds on the real engine, within bounds that it prints.

  npm run -s explore -- [options]

  --scope <part>            only scopes whose name has this in it
  --states <n>              only scopes that had at most so many states when they were last published
  --deep                    two faults instead of one, as far as SECONDS for each scope lead
  --publish                 keeps the counts of all small scopes; npm run docs writes their sum into docs/safety.md
  --inductive               every step from every well-formed record of small size, reachable or not
  --every <n>               with --inductive, one record in so many (default: 1)
  --mutants [<name>]        every planted mistake that can show here has to be caught; --publish keeps where each has shown
  --replay <scope> <path>   one schedule again, step by step
  --mutant <name>           with --replay or --inductive: of the engine with this mistake

  THREADS=2                 scopes at once
  SECONDS=600               most time for a scope

npm run -s explore -- --states 2000 takes seconds, all small scopes ${Math.ceil(readCounts().seconds / 60)} minutes on two cores.`;

const { values, words } = readCommandLine(usage, {
  scope: { type: 'string' },
  states: { type: 'string' },
  deep: { type: 'boolean' },
  publish: { type: 'boolean' },
  mutants: { type: 'boolean' },
  replay: { type: 'boolean' },
  mutant: { type: 'string' },
  inductive: { type: 'boolean' },
  every: { type: 'string' },
});
// A scope is named by `--scope`: without it, all of them would run.
if (words.length > 0 && !values.replay && !values.mutants) refuse(`${words.join(' ')} is not understood.`);
const threads = readCount('THREADS', process.env.THREADS, 2);
const seconds = readCount('SECONDS', process.env.SECONDS, 600);

const wanted = (jobs: readonly Job[]): readonly Job[] => {
  const { states } = readCounts();
  const most = readCount('--states', values.states, Infinity);
  const named = jobs.filter(({ scope, kind }) => `${scope}/${kind}`.includes(values.scope ?? ''));
  const large = named.filter((job) => (states[nameOf(job)] ?? 0) > most);
  if (large.length > 0) console.log(`left out, larger than ${most} states: ${large.map(nameOf).join(', ')}`);
  return named.filter((job) => !large.includes(job));
};

// What loads the engine is loaded only once a mistake may have been planted in it.
const replay = async (): Promise<boolean> => {
  const [name = '', path = ''] = words;
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
    only: words[0],
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
  return exploreInductive({ threads, mutant, every: readCount('--every', values.every, 1) });
};

const asked = (): Promise<boolean> => {
  if (values.replay) return replay();
  if (values.inductive) return inductive();
  return values.mutants ? mistakes() : everything();
};

process.exitCode = (await asked()) ? 0 : 1;
