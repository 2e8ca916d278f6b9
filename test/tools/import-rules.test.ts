import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

/** Files that break the rules, and files that do not, linted with the project's own configuration in a folder of their own. */
const arrows: [string, string, boolean][] = [
  ['functions/a.ts', '../lib/payments/b.ts', true],
  ['functions/b.ts', '../lib/storage/b.ts', false],
  ['functions/c.ts', './b.ts', true],
  ['functions/d.ts', '../local/b.ts', false],
  ['lib/payments/recovery/a.ts', '../../routing/b.ts', true],
  ['lib/payments/a.ts', '../psp/b.ts', false],
  ['lib/payments/b.ts', '../storage/b.ts', false],
  ['lib/config/a.ts', '../routing/b.ts', true],
  ['lib/config/b.ts', '../edge/b.ts', false],
  ['lib/http/a.ts', '../routing/b.ts', true],
  ['lib/http/b.ts', '../config/b.ts', false],
  ['lib/runtime/a.ts', '../payments/b.ts', true],
  ['lib/runtime/b.ts', '../../functions/b.ts', false],
  ['lib/types/a.ts', './b.ts', true],
  ['lib/types/b.ts', '../routing/b.ts', false],
  ['lib/psp/stripe/a.ts', '../b.ts', true],
  ['lib/psp/stripe/b.ts', '../../../local/b.ts', false],
  ['lib/psp/stripe/c.ts', '../../../test/b.ts', false],
  ['lib/psp/stripe/d.ts', '../../storage/b.ts', false],
  ['lib/storage/a.ts', '../psp/b.ts', false],
  ['lib/cellar/a.ts', './b.ts', false],
  ['local/a.ts', '../functions/b.ts', true],
  ['local/b.ts', '../test/b.ts', false],
  ['clients/server/a.ts', '../../lib/http/b.ts', true],
  ['clients/server/b.ts', '../../lib/runtime/b.ts', false],
  ['infra/a.ts', '../lib/storage/b.ts', true],
  ['infra/b.ts', '../local/b.ts', false],
  ['test/unit/local/a.ts', '../../../infra/b.ts', true],
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

const circle = {
  'lib/types/circle/a.ts': "import './b.ts';",
  'lib/types/circle/b.ts': "import type { C } from './c.ts';\nexport type B = C;",
  'lib/types/circle/c.ts': "import './b.ts';\nexport type C = 1;",
  'lib/types/fork/a.ts': "import './b.ts';\nimport './c.ts';",
  'lib/types/fork/b.ts': "import './c.ts';",
  'lib/types/fork/c.ts': 'export const c = 1;',
};

const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries(arrows.map(([from, to]) => [from, `import '${to}';`])),
  ...Object.fromEntries(forms.map(([, source], index) => [`lib/routing/form-${index}.ts`, source])),
  ...Object.fromEntries(
    timeAndChance.flatMap(([source], index) =>
      ['storage', 'edge'].map((room) => [`lib/${room}/time-${index}.ts`, `${source}\nexport const b = a;`]),
    ),
  ),
  ...circle,
};

let found: ReadonlyMap<string, readonly string[]>;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rooms-'));
  for (const config of ['biome.json', 'rooms.grit']) cpSync(join(root, config), join(folder, config));
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
  const rules = ['style/noRestrictedImports', 'suspicious/noImportCycles', 'plugin'];
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
  test.each(arrows)('%s → %s: %s', (from, _, allowed) =>
    expect(found.get(from) ?? []).toHaveLength(allowed ? 0 : 1),
  );
  test.each(forms.map(([form], index) => [form, index] as const))(
    'however they are written: %s',
    (_, index) => expect(found.get(`lib/routing/form-${index}.ts`)).toEqual(['plugin']),
  );
});

describe('time, chance and the environment stay out of lib, except for its edge', () => {
  test.each(timeAndChance.map(([source, allowed], index) => [source, allowed, index] as const))(
    '%s: %s',
    (_, allowed, index) => {
      expect(found.get(`lib/storage/time-${index}.ts`) ?? []).toHaveLength(allowed ? 0 : 1);
      expect(found.get(`lib/runtime/time-${index}.ts`) ?? []).toEqual([]);
    },
  );
});

test('a circle is found, types included, and two ways to one file are none', () => {
  const inCircles = [...found].filter(([, rules]) => rules.includes('suspicious/noImportCycles'));
  expect(inCircles.map(([path]) => path).sort()).toEqual(['lib/types/circle/b.ts', 'lib/types/circle/c.ts']);
});
