import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { environments } from '../../infra/environments.ts';
import { withAdaptersOf } from '../../infra/lambda/bundling.ts';
import { root } from './start-service.ts';

/**
 * Settings for a handler that uses only the AWS SDK: ES module, minified, the packages' ES modules, SDK included. Kept here, so that a gain from the
 * deployment's own settings shows against it.
 */
const plain = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  sourcemap: false,
  legalComments: 'none',
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** `deployed`: like the functions of prod. `plain`: like the handlers that they are compared with. */
export type Settings = 'deployed' | 'plain';

/** Bundles one entry file of the project into `outfile`; returns the bundle's size in bytes. */
export const bundle = (entry: string, outfile: string, settings: Settings): number => {
  const build = (options: BuildOptions) =>
    buildSync({ ...options, entryPoints: [entry], absWorkingDir: root, outfile, metafile: true });
  const { metafile } =
    settings === 'plain' ? build(plain) : withAdaptersOf(environments.prod.accounts, build);
  return Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0);
};

/** A folder that is gone after `remove`. */
export const temporaryFolder = (): { readonly path: string; readonly remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'payment-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};
