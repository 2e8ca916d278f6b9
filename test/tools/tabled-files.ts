import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { betweenMarks } from './between-marks.ts';
import { pspTable } from './psp-table.ts';

const root = join(import.meta.dirname, '../..');

/** Every file that shows the table of PSPs, by its path from the root, as it should be. */
export const tabledFiles = (): Readonly<Record<string, string>> => {
  const table = pspTable();
  return Object.fromEntries(
    ['README.md', 'docs/psps.md'].map((path) => [
      path,
      betweenMarks(path, readFileSync(join(root, path), 'utf8'), 'psps', table),
    ]),
  );
};
