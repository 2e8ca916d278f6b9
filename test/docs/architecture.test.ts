import { describe, expect, test } from '@jest/globals';
import { folderImports, folders } from '../tools/folder-imports.ts';
import { exceptions, importRules } from '../tools/import-rules.ts';
import { readImports } from '../tools/read-imports.ts';
import { readPage } from './read-blocks.ts';

const page = readPage('lib/README.md');

const isIn = (folder: string, name: string): boolean => folder === name || folder.startsWith(`${name}/`);

/** The table's last column. `lib` stands for all of its folders. */
const tabled = new Map(
  [...page.matchAll(/^\| `([a-z/-]+)\/` \| .* \| (.*) \|$/gm)].map(([, folder = '', cell = '']) => {
    const [names = ''] = cell.split('; ');
    const named = [...names.matchAll(/`([a-z/-]+)`/g)].map(([, name = '']) => name);
    return [folder, folders().filter((other) => other !== folder && named.some((name) => isIn(other, name)))];
  }),
);

describe('the table of the folders', () => {
  test('has every folder', () => {
    expect([...tabled.keys()].toSorted()).toEqual([...folders()].toSorted());
  });

  test.each(folders())('%s may import what the table says, by the rules of npm run check', (folder) => {
    expect(tabled.get(folder)).toEqual(importRules()[folder]);
  });

  test.each(folders())('%s imports nothing else', (folder) => {
    const allowed = [
      ...(tabled.get(folder) ?? []),
      ...exceptions.flatMap(({ from, to }) => (from === folder ? [to] : [])),
    ];
    const imported = folderImports().filter(({ from }) => from === folder);
    expect(imported.map(({ to }) => to).filter((to) => !allowed.includes(to))).toEqual([]);
  });
});

describe('an import is found', () => {
  const path = '../payments/a.ts';
  test.each([
    "import { a } from '../payments/a.ts';",
    "import {\n  a,\n  type B,\n} from '../payments/a.ts';",
    "import type { A } from '../payments/a.ts';",
    "import '../payments/a.ts';",
    "export { a } from '../payments/a.ts';",
    "export * from '../payments/a.ts';",
    "export type { A } from '../payments/a.ts';",
    "export const a = () => import('../payments/a.ts');",
    '  return await import(`../payments/a.ts`);',
    "export type A = import('../payments/a.ts').A;",
  ])('%j', (source) => {
    expect(readImports(source)).toEqual([path]);
  });

  test.each([
    "export const a = '../payments/a.ts';",
    "export type A = '../payments/a.ts';",
    "// As import '../payments/a.ts' does.",
    "export const a = join(\n  '../payments/a.ts',\n);",
  ])('and %j is not taken for one', (source) => {
    expect(readImports(source)).toEqual([]);
  });
});
