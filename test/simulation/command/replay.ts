import { runSeed, type SeedOptions } from '../run-seed.ts';

const mostLines = 120;

/** Runs one seed again and prints what happened: all of it, or of a violation what led to it. */
export const replay = async (options: SeedOptions, all: boolean): Promise<boolean> => {
  const lines: string[] = [];
  const result = await runSeed({ ...options, trace: (line) => lines.push(line.slice(0, 400)) });
  const subject = result.violation?.what.match(/(ch|cs|re)_[0-9a-z]{26}/)?.[0];
  const shown =
    all || subject === undefined ? lines : lines.filter((line) => line.includes(subject)).slice(-mostLines);
  for (const line of shown) console.log(line);
  console.log(
    `seed ${result.seed}, ${result.payments} payments, ${result.events} events, hash ${hex(result.hash)}`,
  );
  console.log(`faults: ${result.enabled.filter((kind) => result.faults[kind] > 0).join(' ')}`);
  if (result.violation)
    console.log(`violation of invariant ${result.violation.invariant}: ${result.violation.what}`);
  return result.violation === undefined;
};

export const hex = (hash: number): string => hash.toString(16).padStart(8, '0');
