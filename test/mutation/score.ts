import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampled } from './is-sampled.ts';
import type { Mutant } from './mutant.ts';
import type { Result } from './results.ts';
import { simulator } from './thread/suites.ts';

/** Who caught how many. `compiler`: nobody caught them, and the types do not hold. */
export type Counts = {
  readonly mutants: number;
  readonly tests: number;
  readonly simulator: number;
  readonly compiler: number;
  readonly survived: number;
  readonly not_covered: number;
};

/** A mutant that nobody caught. `differs`: with it the simulator goes another way, and breaks no rule. */
export type Left = {
  readonly file: string;
  readonly at: string;
  readonly original: string;
  readonly replacement: string;
  readonly end: 'survived' | 'not_covered';
  readonly differs?: boolean;
};

export type Score = {
  /** About one in so many of all mutants was judged. */
  readonly sampled: number;
  readonly all: number;
  readonly folders: Readonly<Record<string, Counts>>;
  readonly left: readonly Left[];
};

const folders: Readonly<Record<string, readonly string[]>> = {
  'lib/charge, lib/payments': ['lib/charge/', 'lib/payments/'],
  'lib/routing': ['lib/routing/'],
  'lib/psp': ['lib/psp/'],
};

export const scoreOf = (
  all: number,
  mutants: readonly Mutant[],
  known: (mutant: string) => Result | undefined,
): Score => {
  const left: Left[] = [];
  const countsOf = (some: readonly Mutant[]): Counts => {
    const counts = { mutants: some.length, tests: 0, simulator: 0, compiler: 0, survived: 0, not_covered: 0 };
    for (const { id, file, at, original, replacement } of some) {
      const { end, by = '', differs } = known(id) ?? { end: 'not_covered' };
      if (end === 'caught') counts[by.startsWith(simulator) ? 'simulator' : 'tests'] += 1;
      else if (end === 'refused') counts.compiler += 1;
      else {
        counts[end] += 1;
        left.push({ file, at, original, replacement, end, ...(differs ? { differs } : {}) });
      }
    }
    return counts;
  };
  return {
    sampled,
    all,
    folders: Object.fromEntries(
      Object.entries(folders).map(([name, paths]) => [
        name,
        countsOf(mutants.filter(({ file }) => paths.some((path) => file.startsWith(path)))),
      ]),
    ),
    left,
  };
};

/** All folders together. */
export const total = ({ folders }: Score): Counts => {
  const sum = { mutants: 0, tests: 0, simulator: 0, compiler: 0, survived: 0, not_covered: 0 };
  for (const counts of Object.values(folders))
    for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name];
  return sum;
};

/** What is caught, of all that could run: what the compiler refuses is neither. */
export const percent = ({ mutants, tests, simulator, compiler }: Counts): string =>
  mutants === compiler ? '100.0' : ((100 * (tests + simulator)) / (mutants - compiler)).toFixed(1);

export const printScore = (score: Score): void => {
  console.table({ ...score.folders, all: total(score) });
  console.log(`score: ${percent(total(score))}`);
};

const file = join(import.meta.dirname, 'score.json');

export const writeScore = (score: Score): void => writeFileSync(file, `${JSON.stringify(score, null, 2)}\n`);

/** Of the last whole run of `npm run mutate`. */
export const readScore = (): Score => JSON.parse(readFileSync(file, 'utf8')) as Score;
