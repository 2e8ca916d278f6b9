import { printTable } from '../../bench/support/print-table.ts';
import { percentile } from '../../bench/support/statistics.ts';
import { falseAlarms, mostFalseAlarms, noticed } from './dead.ts';

const failing = 0.05;
const years = 2_000;
const rates = [2, 6, 12, 20, 30, 60, 150, 720, 36_000] as const;

/** How soon a dead PSP is noticed, and how often one is called dead by chance. Returns the false alarms in ten PSP-years, at most. */
export const printDead = (): number => {
  const most = mostFalseAlarms(failing);
  const all = most.reduce((sum, { a_year }) => sum + a_year, 0);
  printTable(
    ['failures in a row', 'at most in ten PSP-years'],
    [
      ...most.map(({ failed, a_year }) => [`${failed}`, (10 * a_year).toFixed(3)]),
      ['all', (10 * all).toFixed(3)],
    ],
  );
  console.log('');
  printTable(
    [
      'payments an hour',
      'noticed after p50 / p95',
      'failures p50 / p95',
      'false alarms in ten PSP-years',
      'evenly spaced',
    ],
    rates.map((per_hour) => {
      const seen = Array.from({ length: 500 }, (_, seed) => noticed(per_hour, seed + 1));
      const both = (of: (one: (typeof seen)[number]) => number, digits: number): string =>
        [0.5, 0.95].map((share) => percentile(seen.map(of), share).toFixed(digits)).join(' / ');
      const played = per_hour > 1_000 ? years / 100 : years;
      const in_ten = (arrivals: 'random' | 'even'): string =>
        ((10 * falseAlarms({ per_hour, arrivals, failing }, played, 1)) / played).toFixed(3);
      return [
        `${per_hour}`,
        `${both(({ seconds }) => seconds / 60, 1)} min`,
        both(({ failures }) => failures, 0),
        in_ten('random'),
        in_ten('even'),
      ];
    }),
  );
  return 10 * all;
};
