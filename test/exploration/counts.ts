import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many different worlds each small scope has, and the commit whose engine was explored. */
export type Counts = {
  readonly commit: string;
  readonly seconds: number;
  readonly states: Readonly<Record<string, number>>;
};

const file = join(import.meta.dirname, 'counts.json');

/** Of the last `npm run explore -- --publish`. */
export const readCounts = (): Counts => JSON.parse(readFileSync(file, 'utf8')) as Counts;

export const writeCounts = (counts: Counts): void =>
  writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`);
