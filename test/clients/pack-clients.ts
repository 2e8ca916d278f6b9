import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../integration/local/run-program.ts';

export type PackedClient = {
  readonly archive: string;
  /** Paths in it. */
  readonly files: readonly string[];
};

/** Builds and packs these folders of `clients/` as their guides say, into `destination`. */
export const packClients = (folders: readonly string[], destination: string): readonly PackedClient[] => {
  const paths = folders.map((folder) => `./clients/${folder}`);
  const quietly = ['--json', '--loglevel=error', '--foreground-scripts=false'];
  const told = execFileSync('npm', ['pack', ...paths, ...quietly, `--pack-destination=${destination}`], {
    cwd: root,
    encoding: 'utf8',
  });
  return (JSON.parse(told) as readonly Packed[]).map(({ filename, files }) => ({
    archive: join(destination, filename),
    files: files.map(({ path }) => path),
  }));
};

type Packed = { readonly filename: string; readonly files: readonly { readonly path: string }[] };
