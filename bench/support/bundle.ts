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
export const bundle = (entry: string, outfile: string, settings: Settings): number =>
  outputsOf(entry, settings, { outfile }).reduce((sum, { bytes }) => sum + bytes, 0);

/** The bytes that each source file has in the bundle of an entry file. */
export const bytesByFile = (
  entry: string,
  settings: Settings,
): readonly (readonly [file: string, bytes: number])[] =>
  outputsOf(entry, settings, { write: false, outdir: 'in-memory' }).flatMap(({ inputs }) =>
    Object.entries(inputs).map(([file, { bytesInOutput }]) => [file, bytesInOutput] as const),
  );

const outputsOf = (entry: string, settings: Settings, to: BuildOptions) => {
  const build = (options: BuildOptions) =>
    buildSync({ ...options, ...to, entryPoints: [entry], absWorkingDir: root, metafile: true });
  const { metafile } =
    settings === 'plain' ? build(plain) : withAdaptersOf(environments.prod.accounts, build);
  return Object.values(metafile?.outputs ?? {});
};

/** A folder that is gone after `remove`. */
export const temporaryFolder = (): { readonly path: string; readonly remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'payment-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};
