import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import {
  type Library,
  libraries,
  type PackedLibrary,
  packing,
  packLibraries,
} from '../../local/support/pack-libraries.ts';
import { tryLock } from '../../local/support/try-lock.ts';
import { root } from '../integration/local/run-program.ts';
import { testWith } from '../tools/extras.ts';

const home = mkdtempSync(join(tmpdir(), 'packages-'));
let packed: ReadonlyMap<Library, PackedLibrary>;
beforeAll(async () => {
  const clients = await packLibraries(libraries, home);
  packed = new Map(libraries.map((folder, index) => [folder, clients[index] as PackedLibrary]));
  for (const [folder, { archive }] of packed) {
    mkdirSync(join(home, folder));
    execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', join(home, folder)]);
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const filesOf = (folder: Library): readonly string[] => packed.get(folder)?.files ?? [];
const read = (folder: Library, file: string): string => readFileSync(join(home, folder, file), 'utf8');

/** Beside what is built. */
const papers = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];

/** What a module or its types name by a path. */
const named = /(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g;

const expectSources = (map: string): void => {
  const { sources, sourcesContent } = JSON.parse(map);
  expect(sources.length).toBeGreaterThan(0);
  expect(sourcesContent).toEqual(sources.map(() => expect.stringContaining('export ')));
  for (const source of sources) expect(source).not.toMatch(/^\/|node_modules/);
};

test('nothing is built while another process builds', async () => {
  const release = tryLock(packing);
  const waiting = packLibraries(['server'], home);
  expect(await Promise.race([waiting, sleep(300)])).toBeUndefined();
  expect(tryLock(packing)).toBeUndefined();
  release?.();
  expect((await waiting).map(({ files }) => files)).toEqual([filesOf('server')]);
});

describe.each(libraries)('clients/%s, packed', (folder) => {
  test('has its license, its changes, its guide and what was built: no test', () => {
    const files = filesOf(folder);
    expect(files.filter((file) => !file.startsWith('dist/')).sort()).toEqual(papers);
    const built = files.filter((file) => file.startsWith('dist/'));
    expect(built.filter((file) => !/\.js$|\.js\.map$|\.d\.ts$|package\.json$/.test(file))).toEqual([]);
    for (const paper of ['LICENSE', 'CHANGELOG.md'])
      expect(read(folder, paper)).toBe(readFileSync(join(root, paper), 'utf8'));
    expect(JSON.parse(read(folder, 'package.json')).license).toBe('Apache-2.0');
  });

  test('names no file that is not in it, and every script has a map with its source', () => {
    for (const file of filesOf(folder).filter((name) => /\.(js|d\.ts)$/.test(name))) {
      const text = read(folder, file);
      const [, map] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(text) ?? [];
      expect([file, map]).toEqual([file, file.endsWith('.js') ? `${basename(file)}.map` : undefined]);
      if (map) expectSources(read(folder, join(dirname(file), map)));
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
