import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explorationTable } from './exploration-table.ts';
import { pspTable } from './psp-table.ts';

const root = join(import.meta.dirname, '../..');

const tables = {
  'README.md': ['psps', pspTable],
  'docs/psps.md': ['psps', pspTable],
  'docs/safety.md': ['exploration', explorationTable],
} as const;

/** Every file that shows a table made from code or of a run, by its path from the root, as it should be. Throws if a file has lost its marks. */
export const tabledFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(tables).map(([path, [name, table]]) => [
      path,
      withTable(path, readFileSync(join(root, path), 'utf8'), name, table()),
    ]),
  );

const withTable = (path: string, text: string, name: string, table: string): string => {
  const [start, end] = [`<!-- ${name}:start, made by \`npm run docs\` -->`, `<!-- ${name}:end -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${path} has no place for its table: ${start} … ${end}`);
  return `${text.slice(0, from)}${start}\n\n${table}\n\n${text.slice(to)}`;
};
