import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { withAdaptersOf } from '../../infra/bundling.ts';
import { environments } from '../../infra/environments.ts';
import { root } from './start-service.ts';

/**
 * The settings that a handler of the AWS SDK and nothing else is bundled with: ES module, minified, the packages' ES modules, SDK included. Written
 * down here, so that whatever is gained by the deployment's own settings shows against it.
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

/** `deployed`: as functions of prod are deployed. `plain`: as what they are measured against. */
export type Settings = 'deployed' | 'plain';

/** Bundles one entry file of the project into `outfile`; gives the bundle's size in bytes. */
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
