import { describe, expect, test } from '@jest/globals';
import { architecturePage } from '../tools/architecture-page.ts';
import { readImports } from '../tools/read-imports.ts';
import { roomImports, rooms } from '../tools/room-imports.ts';
import { roomRules } from '../tools/room-rules.ts';
import { readPage } from './read-blocks.ts';

const page = readPage('lib/README.md');

test('the picture of the rooms is the one that the imports draw (else: npm run docs)', () => {
  expect(page).toBe(architecturePage());
});

const isIn = (room: string, name: string): boolean => room === name || room.startsWith(`${name}/`);

/** The table's last column. `lib` stands for all of its rooms. */
const tabled = new Map(
  [...page.matchAll(/^\| `([a-z/]+)\/` \| .* \| (.*) \|$/gm)].map(([, room = '', cell = '']) => {
    const [names = ''] = cell.split('; ');
    const named = [...names.matchAll(/`([a-z/]+)`/g)].map(([, name = '']) => name);
    return [room, rooms().filter((other) => other !== room && named.some((name) => isIn(other, name)))];
  }),
);

/** `infra` takes one file of `local`: biome.json names it, and so does the table. */
const exceptions = [{ from: 'infra', to: 'local' }];

describe('the table of the rooms', () => {
  test('has every room', () => {
    expect([...tabled.keys()].toSorted()).toEqual([...rooms()].toSorted());
  });

  test.each(rooms())('%s may import what the table says, by the rules of npm run check', (room) => {
    expect(tabled.get(room)).toEqual(roomRules()[room]);
  });

  test.each(rooms())('%s imports nothing else', (room) => {
    const allowed = [
      ...(tabled.get(room) ?? []),
      ...exceptions.flatMap(({ from, to }) => (from === room ? [to] : [])),
    ];
    const imported = roomImports().filter(({ from }) => from === room);
    expect(imported.map(({ to }) => to).filter((to) => !allowed.includes(to))).toEqual([]);
  });
});

describe('an import is found', () => {
  const path = '../payments/a.ts';
  test.each([
    ["import { a } from '../payments/a.ts';", false],
    ["import {\n  a,\n  type B,\n} from '../payments/a.ts';", false],
    ["import type { A } from '../payments/a.ts';", true],
    ["import '../payments/a.ts';", false],
    ["export { a } from '../payments/a.ts';", false],
    ["export * from '../payments/a.ts';", false],
    ["export type { A } from '../payments/a.ts';", true],
    ["export const a = () => import('../payments/a.ts');", false],
    ['  return await import(`../payments/a.ts`);', false],
    ["export type A = import('../payments/a.ts').A;", true],
  ])('%j', (source, type_only) => {
    expect(readImports(source)).toEqual([{ path, type_only }]);
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
