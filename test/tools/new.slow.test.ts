import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const biome = join(root, 'node_modules/.bin/biome');

/** A copy of the project in a folder of its own. What has no part in a check stays behind. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'new-'));
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((path) => path !== '' && !path.endsWith('.png'))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (program: string, ...parameters: string[]) =>
  spawnSync(program, parameters, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
const begin = (...words: string[]) => run(process.execPath, 'local/tools/new.ts', ...words);

/** The files that are new or not as they were copied. */
const written = (): readonly string[] =>
  globSync('**', { cwd: folder, withFileTypes: true, exclude: ({ name }) => name === 'node_modules' })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((path) => contentOf(join(root, path)) !== contentOf(join(folder, path)));
const contentOf = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8') : undefined;

/** The files with holes, each once. */
const filesIn = (holes: string): readonly string[] => [
  ...new Set([...holes.matchAll(/^ {2}([\w./-]+):\d+: /gm)].map(([, path = '']) => path)),
];

const begun = [
  {
    words: ['psp', 'mollie_eu'],
    files: '25 files of code and 5 pages: 18 created, 6 changed, 6 left.',
    most: 25,
    holes: [
      'docs/psps.md',
      ...[
        'authorize',
        'capabilities',
        'connection',
        'error-outcomes',
        'examine-account',
        'mollie-eu',
        'operations',
        'payment',
        'read-webhook',
      ].map((file) => `lib/psp/mollie_eu/${file}.ts`),
      ...['books', 'mollie-eu', 'payments', 'report', 'requests'].map(
        (file) => `local/psp/mollie_eu/${file}.ts`,
      ),
      ...['mollie-eu', 'mollie-eu-codes', 'mollie-eu-events'].map((file) => `test/conformance/${file}.ts`),
      'test/simulation/psp/draw-profile.ts',
    ],
  },
  {
    words: ['endpoint', 'extend_charge'],
    files: '8 files of code and 0 pages: 2 created, 5 changed, 1 left.',
    most: 8,
    holes: [
      'clients/server/src/create-client.ts',
      'functions/extend-charge.ts',
      'infra/function-needs.ts',
      'lib/http/schemas/extend-charge-body.ts',
      'local/docs/words/charge-operations.ts',
    ],
  },
  {
    words: ['endpoint', 'extend_checkout_session'],
    files: '8 files of code and 0 pages: 2 created, 5 changed, 1 left.',
    most: 8,
    holes: [
      'clients/server/src/create-client.ts',
      'functions/extend-checkout-session.ts',
      'infra/function-needs.ts',
      'lib/http/schemas/extend-checkout-session-body.ts',
      'local/docs/words/session-operations.ts',
    ],
  },
  {
    words: ['condition', 'card_country'],
    files: '4 files of code and 0 pages: 0 created, 4 changed, 0 left.',
    most: 4,
    holes: [
      'lib/routing/conditions/conditions.ts',
      'local/docs/words/condition-words.ts',
      'test/unit/routing/condition-samples.ts',
    ],
  },
];

describe('what cannot be begun is refused, and nothing is written', () => {
  test.each([
    [['psp', 'Mollie'], 'Mollie is not snake_case'],
    [['psp', '../mollie'], '../mollie is not snake_case'],
    [['psp', 'delete'], 'delete is a word of the language'],
    [['psp', 'stripe'], 'lib/psp/stripe/stripe.ts is there already'],
    [['endpoint', 'capture_charge'], 'functions/capture-charge.ts is there already'],
    [['endpoint', 'extend'], 'ends in _charge or _checkout_session'],
    [['condition', 'currency'], 'there is a condition currency already'],
    [['condition'], 'Not understood'],
    [['webhook', 'mollie'], 'Not understood'],
  ])('%j', (words, message) => {
    const { status, stdout, stderr } = begin(...words);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
    for (const path of ['lib/psp/registry.ts', 'lib/http/routes.ts', 'lib/types/routing.ts'])
      expect(readFileSync(join(folder, path), 'utf8')).toBe(readFileSync(join(root, path), 'utf8'));
  });
});

describe('what is begun', () => {
  const told: string[] = [];

  test('nothing is unwritten before', () => {
    expect(begin('holes')).toMatchObject({ status: 0, stdout: '' });
  });

  test.each(begun)('$words: $files', ({ words, files, most }) => {
    const { status, stdout, stderr } = begin(...words);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(files);
    expect(Number(files.split(' ')[0])).toBeLessThanOrEqual(most);
    told.push(stdout);
  });

  test('each names its own holes, and the check names all of them', () => {
    for (const [index, { holes }] of begun.entries())
      expect(filesIn(told[index] ?? '')).toEqual(expect.arrayContaining(holes));
    const { status, stderr } = begin('holes');
    expect(status).toBe(1);
    expect(filesIn(stderr)).toEqual([...new Set(begun.flatMap(({ holes }) => holes))].sort());
  });

  test('compiles', () => {
    // Its threads would each read the libraries again, and other tests have the other processors.
    const tsc = ['node_modules/typescript/bin/tsc', '--singleThreaded', '-p', '.'];
    expect(run(process.execPath, ...tsc)).toMatchObject({ status: 0, stdout: '' });
  });

  test('is formatted, and keeps the rules', () => {
    expect(written()).toEqual(expect.arrayContaining(['lib/psp/registry.ts', 'lib/http/routes.ts']));
    expect(run(biome, 'ci', '--error-on-warnings', '--colors=off', ...written())).toMatchObject({
      status: 0,
    });
  });
});
