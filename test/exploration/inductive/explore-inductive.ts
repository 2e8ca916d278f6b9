import type { Mutant } from '../../simulation/mutants/mutant.ts';
import { wellFormed } from '../../tools/well-formed.ts';
import { inThreads } from '../command/start-worker.ts';
import type { Report, Slice } from './check-family.ts';
import { families } from './families.ts';
import { followLaws } from './follow-laws.ts';
import { inWorker } from './in-worker.ts';
import { laws } from './laws.ts';
import { linesOf } from './print-violation.ts';

export type InductiveOptions = {
  readonly threads: number;
  readonly mutant?: Mutant | undefined;
  /** One record in so many. */
  readonly every?: number;
};

/** Slices of a family for so many threads: every record is in one of them, or one in `every`. */
const slicesOf = (family: string, threads: number, every: number): readonly Slice[] =>
  Array.from({ length: threads }, (_, nth) => ({ family, nth, of: threads * every }));

const number = (of: number): string => of.toLocaleString('en');

const sumOf = (reports: readonly Report[], of: (report: Report) => number): number =>
  reports.reduce((sum, report) => sum + of(report), 0);

/** Every step of every well-formed record, a line for each kind of record. Resolves to whether every law held. */
export const exploreInductive = async ({
  threads,
  mutant,
  every = 1,
}: InductiveOptions): Promise<boolean> => {
  const began = Date.now();
  const reports: Report[] = [];
  for (const { name } of families) {
    await inThreads(threads, slicesOf(name, threads, every), async (slice) => {
      reports.push(await inWorker({ slice, mutant }));
    });
    print(
      name,
      reports.filter(({ slice }) => slice.family === name),
    );
  }
  print('in all', reports);
  printInvariants(reports);
  console.log(`\n${laws.length + followLaws.length} laws, ${Math.round((Date.now() - began) / 1000)} s`);
  for (const line of linesOf(reports.flatMap(({ violations }) => violations))) console.log(line);
  return reports.every(({ violations }) => violations.length === 0);
};

const print = (name: string, reports: readonly Report[]): void => {
  const records = number(sumOf(reports, ({ records }) => records)).padStart(9);
  const steps = number(sumOf(reports, ({ steps }) => steps)).padStart(12);
  const broken = sumOf(reports, ({ violations }) => violations.length);
  console.log(`${name.padEnd(44)} ${records} records ${steps} steps  ${broken === 0 ? 'sound' : 'BROKEN'}`);
};

const printInvariants = (reports: readonly Report[]): void => {
  console.log('\nrecords that are left out because on them');
  for (const { otherwise } of wellFormed)
    console.log(
      `${number(sumOf(reports, ({ excluded }) => excluded[otherwise] ?? 0)).padStart(12)}  ${otherwise}`,
    );
};
