import { readCommandLine } from '../../local/support/read-command-line.ts';
import { readCount } from '../../local/support/read-count.ts';
import { refuse } from '../../local/support/refuse.ts';
import { printSummary } from './command/print-summary.ts';
import { readPart, readSeeds } from './command/read-seeds.ts';
import { hex, replay } from './command/replay.ts';
import { type ManyResult, runMany } from './command/run-many.ts';
import { runMutants } from './command/run-mutants.ts';
import { runRange } from './command/run-range.ts';
import { shrink } from './command/shrink.ts';

const perSeed = 100;
const number = (name: string, otherwise: number): number => readCount(name, process.env[name], otherwise);
const threads = number('THREADS', 2);

const usage = `Runs payments with faults over the real engine, in virtual time.

  npm run -s simulate -- [options]

  --seeds <from>..<to>  these seeds, a hundred payments each; what is done is kept: stop and take it up again
  --part <n>/<of>       with --seeds, a part of them: others run in processes of their own (default: 1/1)
  --mutants [<name>]    every planted mistake, or those named like this, has to be caught
  --ci                  15,000 payments, seeds 1 to 60 twice, and every planted mistake

  PAYMENTS=1000000      without options: how many, in seeds of a hundred (or SEEDS=…)
  FIRST=1               the first of these seeds
  SEED=17               one seed again, exactly, with its trace (PAYMENTS of them; default: 100)
  THREADS=2             seeds at once

npm run -s simulate -- --seeds 1..60 takes a quarter of a minute on two cores, a million payments less than an hour.`;

const { values, words } = readCommandLine(usage, {
  seeds: { type: 'string' },
  part: { type: 'string', default: '1/1' },
  mutants: { type: 'boolean' },
  ci: { type: 'boolean' },
});
if (words.length > (values.mutants ? 1 : 0)) refuse(`${words.join(' ')} is not understood.`);

const payments = async (wanted: number): Promise<boolean> => {
  const seeds = number('SEEDS', Math.ceil(wanted / perSeed));
  return reported(await runMany({ first: number('FIRST', 1), seeds, payments: perSeed, threads }));
};

const range = async (seeds: string): Promise<boolean> => {
  const given = readSeeds(seeds) ?? refuse(`--seeds ${seeds}: expected <from>..<to>, such as 1..100.`);
  const part = readPart(values.part) ?? refuse(`--part ${values.part}: expected <n>/<of>, such as 1/4.`);
  const result = await runRange({ range: given, ...part, payments: perSeed, threads });
  if (result.missing > 0) console.log(`${result.missing} chunks of these seeds are still to be run`);
  if (!result.is_other_code) return reported(result);
  console.error('The code has changed since this run began, so it stops: start it again.');
  return false;
};

const reported = async (result: ManyResult): Promise<boolean> => {
  printSummary(result);
  if (!result.failed) return true;
  const { seed, violation } = result.failed;
  console.log(`\nseed ${seed} breaks invariant ${violation?.invariant}: ${violation?.what}`);
  if (seed === 0) return false;
  console.log(`replay it with SEED=${seed} npm run simulate\n\nthe shortest way there that was found:`);
  await replay(await shrink({ seed, payments: perSeed }), false);
  return false;
};

/** Two runs of the same seeds do the same. */
const repeatsItself = async (): Promise<boolean> => {
  const run = async () => (await runMany({ first: 1, seeds: 60, payments: perSeed, threads })).tally.hash;
  const [once, twice] = [await run(), await run()];
  console.log(`\nseeds 1 to 60 twice: ${hex(once)} and ${hex(twice)}`);
  return once === twice;
};

const mistakes = async (only: string | undefined): Promise<boolean> => {
  const survivors = await runMutants(threads, only);
  for (const survivor of survivors) console.log(`NOT CAUGHT: ${survivor}`);
  return survivors.length === 0;
};

const everything = async (): Promise<boolean> =>
  (await payments(number('PAYMENTS', 15_000))) && (await repeatsItself()) && (await mistakes(undefined));

const run = (): Promise<boolean> => {
  if (values.mutants) return mistakes(words[0]);
  if (values.ci) return everything();
  if (values.seeds !== undefined) return range(values.seeds);
  if (process.env.SEED === undefined) return payments(number('PAYMENTS', 1_000_000));
  return replay({ seed: number('SEED', 1), payments: number('PAYMENTS', perSeed) }, true);
};

process.exitCode = (await run()) ? 0 : 1;
