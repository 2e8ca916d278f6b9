import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { bundleOf, bundling } from './bundling.ts';
import { compileCacheOf } from './compile-caches.ts';
import type { Environment } from './environments.ts';

/** Writes a function's deployed files: `index.mjs`. With `compile_cache`, that file starts `function.mjs`, with its cache if this machine has one. */
export const packageFunction = (
  name: string,
  directory: string,
  { accounts, compile_cache }: Pick<Environment, 'accounts' | 'compile_cache'>,
  caches?: string,
): void => {
  const bundle = bundleOf(name, accounts);
  writeFileSync(join(directory, compile_cache ? 'function.mjs' : 'index.mjs'), bundle);
  if (!compile_cache) return;
  for (const [file, source] of Object.entries(parts)) buildPart(source, join(directory, file));
  const cache = compileCacheOf(bundle, caches);
  if (cache !== undefined) cpSync(cache, join(directory, 'compile-cache'), { recursive: true });
};

const parts = {
  'index.mjs': 'lib/edge/with-compile-cache.ts',
  'make-compile-cache.mjs': 'lib/edge/make-compile-cache.ts',
} as const;

/** A function's replacement modules would cut these parts off from the file system. */
const buildPart = (source: string, outfile: string): void => {
  buildSync({
    ...bundling,
    alias: {},
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: [source],
    outfile,
  });
};
