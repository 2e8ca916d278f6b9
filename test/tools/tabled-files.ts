import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pspTable } from './psp-table.ts';

const root = join(import.meta.dirname, '../..');
const marks = ['<!-- psps:start, made by `npm run docs` -->', '<!-- psps:end -->'] as const;

/** Every file that shows the table of PSPs, by its path from the root, as it should be. Throws where a file has lost its marks. */
export const tabledFiles = (): Readonly<Record<string, string>> => {
  const table = pspTable();
  return Object.fromEntries(
    ['README.md', 'docs/psps.md'].map((path) => [
      path,
      withTable(path, readFileSync(join(root, path), 'utf8'), table),
    ]),
  );
};

const withTable = (path: string, text: string, table: string): string => {
  const [start, end] = marks;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${path} has no place for the table of PSPs: ${start} … ${end}`);
  return `${text.slice(0, from)}${start}\n\n${table}\n\n${text.slice(to)}`;
};
