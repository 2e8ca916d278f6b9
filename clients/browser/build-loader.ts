import { buildSync } from 'esbuild';
import { common } from './bundle.ts';

/** The loader as npm packs it: what the service serves, and a map to its source. */
buildSync({
  ...common,
  write: true,
  entryPoints: ['src/index.ts'],
  outfile: 'dist/npm/loader.js',
  format: 'esm',
  sourcemap: 'linked',
});
