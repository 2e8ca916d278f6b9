import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  exceptions,
  forbiddenImports,
  importRules,
  libRules,
  paymentFolders,
  withImportRules,
} from './import-rules.ts';

const root = join(import.meta.dirname, '../..');

/** One file for each pair of folders, linted with the project's own configuration in a folder of their own. */
const arrows: readonly Arrow[] = [
  ...Object.entries(importRules()).flatMap(([from, names]) => names.map((to) => arrow(from, to, true))),
  ...Object.entries(forbiddenImports()).flatMap(([from, names]) => names.map((to) => arrow(from, to, false))),
];

type Arrow = {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly source: string;
  readonly allowed: boolean;
};

/** An import from a folder below, as most files write it. */
function arrow(from: string, to: string, allowed: boolean): Arrow {
  const path = `${from}/deep/${to.replaceAll('/', '-')}.ts`;
  return { from, to, path, source: `import '${relative(dirname(path), `${to}/a.ts`)}';`, allowed };
}

const others: [string, string, boolean][] = [
  ['lib/cellar/a.ts', './b.ts', false],
  ['lib/types/a.ts', './b.ts', true],
  ...paymentFolders.flatMap((from, index) =>
    paymentFolders.flatMap((to, other): [string, string, boolean][] =>
      to === from ? [] : [[`lib/payments/${from}/deep/to-${to}.ts`, `../../${to}/a.ts`, index < other]],
    ),
  ),
  ['functions/c.ts', './b.ts', true],
  ['test/unit/local/a.ts', '../../../infra/b.ts', true],
  ...exceptions.map(({ from, file }): [string, string, boolean] => [
    `${from}/excepted.ts`,
    `../${file}`,
    true,
  ]),
];

const forms: [string, string][] = [
  ['an import', "import { a } from '../payments/a.ts';\nexport const b = a;"],
  ['a type import', "import type { A } from '../payments/a.ts';\nexport type B = A;"],
  ['a bare import', "import '../payments/a.ts';"],
  ['a re-export', "export { a } from '../payments/a.ts';"],
  ['a re-export of all', "export * from '../payments/a.ts';"],
  ['an import on demand', "export const a = () => import('../payments/a.ts');"],
  ['a type on demand', "export type A = import('../payments/a.ts').A;"],
];

const timeAndChance: [string, boolean][] = [
  ["import { setTimeout as a } from 'node:timers/promises';", false],
  ["import { env as a } from 'node:process';", false],
  ["import a from 'process';", false],
  ["import { performance as a } from 'node:perf_hooks';", false],
  ["import { randomBytes as a } from 'node:crypto';", false],
  ["import { randomUUID as a } from 'crypto';", false],
  ["import * as a from 'node:crypto';", false],
  ["import a from 'node:crypto';", false],
  ["import { createHmac as a } from 'node:crypto';", true],
  ["import { isDeepStrictEqual as a } from 'node:util';", true],
];

const globals = [
  'Date',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'fetch',
  'process',
  'performance',
  'crypto',
];

/** Each folder has its own configuration, and one that replaces another would lose the other's bans. */
const banned = Object.keys(importRules()).filter(
  (folder) => folder === 'functions' || (folder.startsWith('lib/') && folder !== 'lib/runtime'),
);

const circle = {
  'lib/types/circle/a.ts': "import './b.ts';",
  'lib/types/circle/b.ts': "import type { C } from './c.ts';\nexport type B = C;",
  'lib/types/circle/c.ts': "import './b.ts';\nexport type C = 1;",
  'lib/types/fork/a.ts': "import './b.ts';\nimport './c.ts';",
  'lib/types/fork/b.ts': "import './c.ts';",
  'lib/types/fork/c.ts': 'export const c = 1;',
};

const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries(arrows.map(({ path, source }) => [path, source])),
  ...Object.fromEntries(others.map(([from, to]) => [from, `import '${to}';`])),
  ...Object.fromEntries(forms.map(([, source], index) => [`lib/routing/form-${index}.ts`, source])),
  ...Object.fromEntries(
    [...banned, 'lib/runtime'].flatMap((inside) => [
      ...timeAndChance.map(([source], index) => [
        `${inside}/time-${index}.ts`,
        `${source}\nexport const b = a;`,
      ]),
      ...globals.map((name) => [`${inside}/global-${name}.ts`, `export const a = ${name};`]),
    ]),
  ),
  ...circle,
};

let found: ReadonlyMap<string, readonly string[]>;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
  for (const config of ['biome.json', 'import-rules.grit']) cpSync(join(root, config), join(folder, config));
  writeFileSync(join(folder, '.gitignore'), 'dist\n');
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${source}\n`);
  }
  found = lint(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The rules that each file breaks. */
const lint = (cwd: string): ReadonlyMap<string, readonly string[]> => {
  const rules = [
    'style/noRestrictedImports',
    'style/noRestrictedGlobals',
    'suspicious/noImportCycles',
    'plugin',
  ];
  const parameters = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/biome'), parameters, {
    cwd,
    encoding: 'utf8',
  });
  const report: Report = JSON.parse(stdout || stderr);
  const broken = new Map<string, string[]>();
  for (const { category, location } of report.diagnostics) {
    const rule = rules.find((name) => category === name || category === `lint/${name}`);
    if (rule !== undefined) broken.set(location.path, [...(broken.get(location.path) ?? []), rule]);
  }
  return broken;
};

type Report = {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: string };
  }[];
};

describe('imports point down', () => {
  test.each(arrows)('$from → $to: $allowed', ({ path, allowed }) =>
    expect(found.get(path) ?? []).toHaveLength(allowed ? 0 : 1),
  );
  test.each(others)('%s → %s: %s', (from, _, allowed) =>
    expect(found.get(from) ?? []).toHaveLength(allowed ? 0 : 1),
  );
  test.each(forms.map(([form], index) => [form, index] as const))(
    'however they are written: %s',
    (_, index) => expect(found.get(`lib/routing/form-${index}.ts`)).toEqual(['plugin']),
  );
});

describe('time, chance and the environment stay out of lib and functions, except for lib/runtime', () => {
  test.each(timeAndChance.map(([source, allowed], index) => [source, allowed, index] as const))(
    '%s: %s',
    (_, allowed, index) => {
      for (const inside of banned)
        expect(found.get(`${inside}/time-${index}.ts`) ?? []).toHaveLength(allowed ? 0 : 1);
      expect(found.get(`lib/runtime/time-${index}.ts`) ?? []).toEqual([]);
    },
  );
  test.each(globals)('the global %s', (name) => {
    for (const inside of banned)
      expect([inside, found.get(`${inside}/global-${name}.ts`)]).toEqual([
        inside,
        ['style/noRestrictedGlobals'],
      ]);
    expect(found.get(`lib/runtime/global-${name}.ts`) ?? []).toEqual([]);
  });
});

test('a circle is found, types included, and two ways to one file are none', () => {
  const inCircles = [...found].filter(([, rules]) => rules.includes('suspicious/noImportCycles'));
  expect(inCircles.map(([path]) => path).sort()).toEqual(['lib/types/circle/b.ts', 'lib/types/circle/c.ts']);
});

test('the rules are those of the table (else: npm run docs)', () => {
  expect(readFileSync(join(root, 'import-rules.grit'), 'utf8')).toBe(libRules());
  const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  expect(overrides).toEqual(withImportRules(overrides));
});
