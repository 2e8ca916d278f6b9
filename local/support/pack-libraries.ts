import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type PackedLibrary = {
  readonly archive: string;
  /** Paths in it. */
  readonly files: readonly string[];
};

/** Folders of `clients/` that npm packs. */
export const libraries = ['browser', 'react', 'server'] as const;

export type Library = (typeof libraries)[number];

/** Builds and packs these libraries as their guides say, into `destination`. */
export const packLibraries = async (
  names: readonly Library[],
  destination: string,
): Promise<readonly PackedLibrary[]> => {
  const paths = names.map((name) => `./clients/${name}`);
  const quietly = ['--json', '--loglevel=error', '--foreground-scripts=false'];
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', ...paths, ...quietly, `--pack-destination=${destination}`],
    { cwd: join(import.meta.dirname, '../..') },
  );
  return (JSON.parse(stdout) as readonly Packed[]).map(({ filename, files }) => ({
    archive: join(destination, filename),
    files: files.map(({ path }) => path),
  }));
};

type Packed = { readonly filename: string; readonly files: readonly { readonly path: string }[] };
