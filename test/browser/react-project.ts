import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packLibraries } from '../../local/support/pack-libraries.ts';
import { root } from '../integration/local/run-program.ts';

export type ReactProject = {
  readonly folder: string;
  /** Builds `main`, by Vite, and gives each built file, by its path. `development` has React's checks, with every effect run twice. */
  readonly build: (main: string, mode?: 'production' | 'development') => ReadonlyMap<string, string>;
  /** What the compiler finds wrong in `main`. */
  readonly mistakesIn: (main: string) => string;
  readonly remove: () => void;
};

const ours = join(root, 'node_modules');

/** Vite, and the React that draws pages, are too heavy for every install: `npm run extras` adds them. */
export const hasVite = existsSync(join(ours, 'vite'));

/** The React that this repository has, and React 18 where `REACT_18` names a `node_modules` with it and `react-dom`. */
export const reactVersions: ReadonlyMap<string, string> = new Map([
  ['19', ours],
  ...(process.env.REACT_18 ? [['18', process.env.REACT_18] as const] : []),
]);

/**
 * A merchant's project with Vite, the React in `modules`, and our packages: packed, and installed from their archives. No registry is asked: everything
 * else is there before.
 */
export const makeReactProject = async (modules: string): Promise<ReactProject> => {
  const folder = mkdtempSync(join(tmpdir(), 'react-'));
  const versions = ['react', 'react-dom'].map((name) => [name, versionOf(modules, name)]);
  write(
    folder,
    'package.json',
    JSON.stringify({ private: true, dependencies: Object.fromEntries(versions) }),
  );
  const dependencies = modules === ours ? ['react', 'react-dom', 'scheduler'] : ['.'];
  for (const name of dependencies)
    cpSync(join(modules, name), join(folder, 'node_modules', name), { recursive: true });
  const packed = await packLibraries(['browser', 'react'], folder);
  const archives = packed.map(({ archive }) => archive);
  execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--loglevel=error', ...archives], {
    cwd: folder,
  });
  for (const name of ['@types/react', '@types/react-dom', 'csstype'])
    cpSync(join(ours, name), join(folder, 'node_modules', name), { recursive: true });
  write(folder, 'index.html', page);
  return {
    folder,
    build: (main, mode = 'production') => build(folder, main, mode),
    mistakesIn: (main) => mistakesIn(folder, main),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

const page = `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head>
<body><script type="module" src="/main.tsx"></script></body></html>`;

const versionOf = (modules: string, name: string): string =>
  JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;

const write = (folder: string, name: string, text: string): void => writeFileSync(join(folder, name), text);

const build = (folder: string, main: string, mode: string): ReadonlyMap<string, string> => {
  write(folder, 'main.tsx', main);
  // Without Vite's plugin for React, it says of every library's 'use client' that a bundle does not keep it.
  const vite = [join(ours, 'vite/bin/vite.js'), 'build', '--mode', mode, '--logLevel', 'error'];
  const env = { ...process.env, NODE_ENV: mode };
  execFileSync(process.execPath, vite, { cwd: folder, env, stdio: ['ignore', 'inherit', 'pipe'] });
  const out = join(folder, 'dist');
  const files = globSync('**/*.*', { cwd: out });
  return new Map(files.map((name) => [`/${name}`, readFileSync(join(out, name), 'utf8')]));
};

const mistakesIn = (folder: string, main: string): string => {
  write(folder, 'main.tsx', main);
  const options = ['--ignoreConfig', '--strict', '--exactOptionalPropertyTypes', '--noEmit', '--types', ''];
  const target = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--jsx', 'react-jsx'];
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler'];
  try {
    execFileSync(join(ours, '.bin/tsc'), [...options, ...target, ...modules, 'main.tsx'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
};
