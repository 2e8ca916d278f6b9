import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { tryLock } from './try-lock.ts';

export type PackedLibrary = {
  readonly archive: string;
  /** Paths in it. */
  readonly files: readonly string[];
};

/** Folders of `clients/` that npm packs. */
export const libraries = ['browser', 'react', 'server'] as const;

export type Library = (typeof libraries)[number];

const root = join(import.meta.dirname, '../..');

/** Held while libraries are packed. */
export const packing = join(root, 'node_modules/.cache/packing');

/** Builds and packs these libraries as their guides say, into `destination`. What is built lies in the project: one at a time does so. */
export const packLibraries = async (
  names: readonly Library[],
  destination: string,
): Promise<readonly PackedLibrary[]> => {
  const release = await lock();
  try {
    return await pack(names, destination);
  } finally {
    release();
  }
};

const lock = async (): Promise<() => void> => {
  mkdirSync(dirname(packing), { recursive: true });
  for (;;) {
    const release = tryLock(packing);
    if (release) return release;
    await sleep(100);
  }
};

const pack = async (names: readonly Library[], destination: string): Promise<readonly PackedLibrary[]> => {
  const paths = names.map((name) => `./clients/${name}`);
  const quietly = ['--json', '--loglevel=error', '--foreground-scripts=false'];
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', ...paths, ...quietly, `--pack-destination=${destination}`],
    { cwd: root },
  );
  return (JSON.parse(stdout) as readonly Packed[]).map(({ filename, files }) => ({
    archive: join(destination, filename),
    files: files.map(({ path }) => path),
  }));
};

type Packed = { readonly filename: string; readonly files: readonly { readonly path: string }[] };
