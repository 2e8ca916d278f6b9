import { printSummary } from './command/print-summary.ts';
import { hex, replay } from './command/replay.ts';
import { runMany } from './command/run-many.ts';
import { runMutants } from './command/run-mutants.ts';
import { shrink } from './command/shrink.ts';

/**
 * `npm run simulate`: payments with faults over the real engine.
 *
 *   PAYMENTS=1000000      how many, in seeds of a hundred (or SEEDS=…); FIRST=1 is the first seed
 *   SEED=17               one seed again, exactly, with its trace (PAYMENTS of them, a hundred if not said)
 *   THREADS=2
 *   -- --mutants [name]   every planted mistake has to be caught
 *   -- --ci               a hundred thousand payments, a part of them twice, and every planted mistake
 */
const perSeed = 100;
const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const threads = number('THREADS', 2);

const payments = async (wanted: number): Promise<boolean> => {
  const seeds = number('SEEDS', Math.ceil(wanted / perSeed));
  const result = await runMany({ first: number('FIRST', 1), seeds, payments: perSeed, threads });
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

const [command, only] = process.argv.slice(2);
const ok =
  command === '--mutants'
    ? await mistakes(only)
    : command === '--ci'
      ? (await payments(number('PAYMENTS', 100_000))) &&
        (await repeatsItself()) &&
        (await mistakes(undefined))
      : process.env.SEED === undefined
        ? await payments(number('PAYMENTS', 1_000_000))
        : await replay({ seed: number('SEED', 1), payments: number('PAYMENTS', perSeed) }, true);
process.exitCode = ok ? 0 : 1;
