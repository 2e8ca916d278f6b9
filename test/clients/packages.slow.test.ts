import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { root } from '../integration/local/run-program.ts';
import { testWith } from '../tools/extras.ts';
import { type PackedClient, packClients } from './pack-clients.ts';

const folders = ['browser', 'react', 'server'] as const;
type Folder = (typeof folders)[number];

const home = mkdtempSync(join(tmpdir(), 'packages-'));
let packed: ReadonlyMap<Folder, PackedClient>;
beforeAll(() => {
  const clients = packClients(folders, home);
  packed = new Map(folders.map((folder, index) => [folder, clients[index] as PackedClient]));
  for (const [folder, { archive }] of packed) {
    mkdirSync(join(home, folder));
    execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', join(home, folder)]);
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const filesOf = (folder: Folder): readonly string[] => packed.get(folder)?.files ?? [];
const read = (folder: Folder, file: string): string => readFileSync(join(home, folder, file), 'utf8');

/** Beside what is built. */
const papers = ['LICENSE', 'README.md', 'package.json'];

/** What a module or its types name by a path. */
const named = /(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g;

describe.each(folders)('clients/%s, packed', (folder) => {
  test('has its license, its guide and what was built: no source, no test', () => {
    const files = filesOf(folder);
    expect(files.filter((file) => !file.startsWith('dist/')).sort()).toEqual(papers);
    expect(files.filter((file) => !/\.js$|\.d\.ts$|package\.json$|LICENSE$|README\.md$/.test(file))).toEqual(
      [],
    );
    expect(read(folder, 'LICENSE')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
    expect(JSON.parse(read(folder, 'package.json')).license).toBe('Apache-2.0');
  });

  test('names no file that is not in it: no source map, no declaration', () => {
    for (const file of filesOf(folder).filter((name) => /\.(js|d\.ts)$/.test(name))) {
      const text = read(folder, file);
      expect([file, /sourceMappingURL/.test(text)]).toEqual([file, false]);
      for (const [, path = ''] of text.matchAll(named)) {
        const there = join(home, folder, dirname(file), path);
        const declaration = there.replace(/\.js$/, '.d.ts');
        expect([file, path, existsSync(file.endsWith('.d.ts') ? declaration : there)]).toEqual([
          file,
          path,
          true,
        ]);
      }
    }
  });

  test('leads its reader to guides that exist', () => {
    const guides = [...read(folder, 'README.md').matchAll(/`(docs\/[\w-]+\.\w+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(guides.length).toBeGreaterThan(0);
    for (const path of guides) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    expect(read(folder, 'README.md')).not.toMatch(/\]\(\.{0,2}\//);
  });

  test('passes publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: join(home, folder), strict: true });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  });

  testWith('@arethetypeswrong/cli')('has types for the imports that it promises, says attw', () => {
    const attw = join(root, 'node_modules/.bin/attw');
    // Browsers have no `require`.
    const profile = folder === 'server' ? 'strict' : 'esm-only';
    execFileSync(attw, [packed.get(folder)?.archive ?? '', '--profile', profile], { encoding: 'utf8' });
  });
});

test('the React package is a client component, and asks for the other packages as peers', () => {
  expect(read('react', 'dist/index.js').startsWith("'use client';\n")).toBe(true);
  const { version } = JSON.parse(read('browser', 'package.json'));
  const { dependencies, peerDependencies } = JSON.parse(read('react', 'package.json'));
  expect(dependencies).toBeUndefined();
  expect(peerDependencies).toEqual({
    'payment-routing-browser': `^${version}`,
    react: '^18.0.0 || ^19.0.0',
  });
});
