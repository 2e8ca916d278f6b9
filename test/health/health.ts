import { printTable } from '../../bench/support/print-table.ts';
import { percentile } from '../../bench/support/statistics.ts';
import { readCommandLine } from '../../local/support/read-command-line.ts';
import { readCount } from '../../local/support/read-count.ts';
import { refuse } from '../../local/support/refuse.ts';
import { attacks } from './attack.ts';
import { printDead } from './print-dead.ts';
import type { Books } from './run.ts';
import {
  playAttack,
  playBounded,
  playFavourites,
  playPeace,
  playRow,
  playTogether,
  playWindow,
  type Row,
  rows,
  weights,
} from './table.ts';

/**
 * `npm run health`: how the shipped detector and plan steer away from a sick PSP, in virtual time, beside fixed weights and a window of the last outcomes
 * whose best PSP takes all. Ends non-zero if a shift was false or went further than its rule allows, or if a plan is not what its draw says.
 */
const usage = `Measures in virtual time how payments avoid a degraded PSP, and fails if a shift is false or goes too far.

  npm run -s health -- [options]

  --dead        only how soon a dead PSP is noticed, and how often a living one is called dead
  --scale <n>   how many runs, as a multiple of those of bench/README.md (default: 1)
  --first <n>   the first seed (default: 1)

npm run -s health -- --dead takes seconds. A whole run is long: even --scale 0.04 takes more than two minutes.`;

const { values, words } = readCommandLine(usage, {
  scale: { type: 'string', default: '1' },
  first: { type: 'string' },
  dead: { type: 'boolean' },
});
if (words.length > 0) refuse(`${words[0]} is not understood.`);
const scale = Number(values.scale);
if (!(scale > 0)) refuse(`--scale: expected a number above 0, received ${values.scale}.`);
const first = readCount('--first', values.first, 1);

// In ten years of one PSP account, one attempt in twenty failing by chance.
const wrongly = printDead();
if (values.dead) process.exit(wrongly < 1 ? 0 : 1);
console.log('');

/** A run costs as much as it has payments; a p95 wants many. */
const runs: Readonly<Record<number, number>> = { 1: 200, 10: 200, 100: 16 };
const rates = [1, 10, 100] as const;
const peaceful_days = 45;

const seeds = (count: number): readonly number[] =>
  Array.from({ length: Math.max(1, Math.round(count * scale)) }, (_, index) => first + index);

const lost = (books: readonly Books[], way: 'planned' | 'fixed'): string => {
  const sum = (of: (one: Books) => number) => books.reduce((total, one) => total + of(one), 0);
  return `${(100 * (1 - sum((one) => one[way]) / sum(({ oracle }) => oracle))).toFixed(2)} %`;
};

const pair = (values: readonly number[]): string =>
  `${percentile(values, 0.5)} / ${percentile(values, 0.95)} s`;

const failures: string[] = wrongly < 1 ? [] : ['a living PSP may be called dead too often'];
const expectNone = (count: number, what: string): void => {
  if (count > 0) failures.push(`${count} ${what}`);
};

const rowOf = (row: Row): readonly string[] => {
  const count = runs[row.tps] ?? 0;
  const played = seeds(count).map((seed) => playRow(row, seed));
  const books = played.map((one) => one.books);
  expectNone(
    books.reduce((sum, { unlike }) => sum + unlike, 0),
    'plans are not what their draws say',
  );
  falsely += played.reduce((sum, one) => sum + one.false_shifts, 0);
  return [
    `${row.tps}`,
    `${weights[row.psp]} %`,
    pair(played.map(({ in_force_s }) => in_force_s)),
    pair(played.map(({ back_s }) => back_s)),
    lost(books, 'planned'),
    lost(books, 'fixed'),
    lost(
      seeds(count / 4).map((seed) => playWindow(row, seed)),
      'planned',
    ),
    `${played.length}`,
  ];
};

let falsely = 0;
printTable(
  [
    'tps',
    'its share',
    'shift in force p50 / p95',
    'full share back p50 / p95',
    'approvals lost',
    'fixed weights lose',
    'a window loses',
    'runs',
  ],
  rows.map(rowOf),
);
console.log(`\n${falsely} shifts in these runs were away from a PSP that had not fallen`);

const peaceful = seeds(5).reduce((sum, seed) => sum + playPeace(1, peaceful_days, seed), 0);
const psp_days = seeds(5).length * peaceful_days * weights.length;
console.log(`nobody falls, 1 payment a second: ${peaceful} shifts in ${psp_days} PSP-days`);
if (peaceful > psp_days / 30) failures.push('more than one false shift in a PSP-month');

const together = rates.flatMap((tps) => seeds((runs[tps] ?? 0) / 2).map((seed) => playTogether(tps, seed)));
const moved = together.reduce((sum, shifts) => sum + shifts, 0);
console.log(`all fall together: ${moved} shifts in ${together.length} runs`);
expectNone(moved, 'shifts while all fell together');

for (const [attack, tested] of Object.entries(attacks)) {
  const shifts = seeds(5).reduce(
    (sum, seed) => sum + playAttack(tested, 1, seed) + playAttack(tested, 10, seed),
    0,
  );
  console.log(`10,000 card tests, ${attack}: ${shifts} shifts in ${2 * seeds(5).length} runs`);
  expectNone(shifts, 'shifts by card tests');
}

for (const max_shift of [10, 30]) {
  const books = seeds(10).map((seed) => playBounded({ tps: 10, psp: 0 }, { max_shift }, seed));
  const most = Math.max(...books.map((one) => one.moved));
  console.log(
    `max_shift ${max_shift}: at most ${most.toFixed(2)} points moved, ${lost(books, 'planned')} lost`,
  );
  expectNone(most > max_shift + 1e-9 ? 1 : 0, `rule moved more than ${max_shift} points`);
}

const flips = rates.map(
  (tps) =>
    `${percentile(
      seeds(tps === 100 ? 1 : 4).map((seed) => playFavourites(tps, 12, seed)),
      0.5,
    ).toFixed(0)} at ${tps}`,
);
console.log(
  `nobody falls: the window changes its favourite ${flips.join(', ')} payments a second, times an hour`,
);

for (const failure of failures) console.error(`\n${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
