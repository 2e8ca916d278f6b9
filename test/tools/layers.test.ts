import { describe, expect, test } from '@jest/globals';
import { findLayerProblems } from './layers.ts';
import { readImports } from './read-imports.ts';

const problemsOf = (sources: Readonly<Record<string, string>>) =>
  findLayerProblems(
    new Map(Object.entries(sources).map(([path, source]) => [path, readImports(path, source)] as const)),
  );

describe('an arrow that points up or sideways is found, however it is written', () => {
  const forms: [string, string][] = [
    ['an import', "import { a } from '../payments/a.ts';"],
    ['a type import', "import type { A } from '../payments/a.ts';"],
    ['a bare import', "import '../payments/a.ts';"],
    ['a re-export', "export { a } from '../payments/a.ts';"],
    ['a re-export of all', "export * from '../payments/a.ts';"],
    ['an import on demand', "export const a = () => import('../payments/a.ts');"],
    ['a type on demand', "export type A = import('../payments/a.ts').A;"],
  ];
  for (const [what, source] of forms)
    test(what, () =>
      expect(problemsOf({ 'lib/routing/b.ts': source })).toEqual([
        'lib/routing/b.ts imports lib/payments/a.ts: lib/routing may import from lib/types',
      ]),
    );

  const arrows: [string, string, boolean][] = [
    ['functions/a.ts', '../lib/payments/b.ts', true],
    ['functions/a.ts', '../lib/storage/b.ts', false],
    ['functions/a.ts', './b.ts', true],
    ['lib/payments/recovery/a.ts', '../../routing/b.ts', true],
    ['lib/payments/a.ts', '../psp/b.ts', false],
    ['lib/payments/a.ts', '../storage/b.ts', false],
    ['lib/config/a.ts', '../routing/b.ts', true],
    ['lib/config/a.ts', '../edge/b.ts', false],
    ['lib/http/a.ts', '../routing/b.ts', true],
    ['lib/http/a.ts', '../config/b.ts', false],
    ['lib/edge/a.ts', '../payments/b.ts', true],
    ['lib/edge/a.ts', '../../functions/b.ts', false],
    ['lib/types/a.ts', './b.ts', true],
    ['lib/types/a.ts', '../routing/b.ts', false],
    ['lib/psp/stripe/a.ts', '../b.ts', true],
    ['lib/psp/stripe/a.ts', '../../../local/b.ts', false],
    ['lib/psp/stripe/a.ts', '../../../test/b.ts', false],
    ['local/a.ts', '../functions/b.ts', true],
    ['local/a.ts', '../test/b.ts', false],
    ['test/unit/a.ts', '../../lib/routing/b.ts', true],
    ['lib/cellar/a.ts', './b.ts', false],
  ];
  for (const [from, to, allowed] of arrows)
    test(`${from} → ${to}: ${allowed ? 'down' : 'not down'}`, () =>
      expect(problemsOf({ [from]: `import '${to}';` })).toHaveLength(allowed ? 0 : 1));
});

describe('time, chance and the environment stay out of lib/, but for its edge', () => {
  const imports: [string, boolean][] = [
    ["import { setTimeout } from 'node:timers/promises';", false],
    ["import { env } from 'node:process';", false],
    ["import process from 'process';", false],
    ["import { performance } from 'node:perf_hooks';", false],
    ["import { randomBytes } from 'node:crypto';", false],
    ["import { createHmac, randomUUID as id } from 'node:crypto';", false],
    ["import * as crypto from 'node:crypto';", false],
    ["import crypto from 'node:crypto';", false],
    ["import { createHmac, timingSafeEqual } from 'node:crypto';", true],
    ["import { isDeepStrictEqual } from 'node:util';", true],
  ];
  for (const [source, allowed] of imports)
    test(source, () => {
      expect(problemsOf({ 'lib/storage/a.ts': source })).toHaveLength(allowed ? 0 : 1);
      expect(problemsOf({ 'lib/edge/a.ts': source })).toEqual([]);
    });
});

describe('a circle is found', () => {
  test('with the files it goes through', () =>
    expect(
      problemsOf({
        'lib/types/a.ts': "import './b.ts';",
        'lib/types/b.ts': "import type { C } from './c.ts';",
        'lib/types/c.ts': "import './b.ts';",
      }),
    ).toEqual(['circle: lib/types/b.ts → lib/types/c.ts → lib/types/b.ts']));

  test('and two ways to one file are none', () =>
    expect(
      problemsOf({
        'lib/types/a.ts': "import './b.ts'; import './c.ts';",
        'lib/types/b.ts': "import './c.ts';",
        'lib/types/c.ts': '',
      }),
    ).toEqual([]));
});
