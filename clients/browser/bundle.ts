import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import type { Language } from './src/languages.ts';

/** How every file for browsers is made. */
export const common = {
  bundle: true,
  minify: true,
  write: false,
  target: 'es2021',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'silent',
  absWorkingDir: import.meta.dirname,
} as const satisfies BuildOptions;

type Settings = {
  /** Names that the script expects, with their values as source text. */
  readonly define?: Readonly<Record<string, string>> | undefined;
  /** Of the messages in the script; English by default. */
  readonly language?: Language | undefined;
};

/** A script or style sheet of this folder in one file, with everything that it imports. Throws if esbuild warns. */
export const bundle = (
  entry: string,
  format: 'iife' | 'esm',
  { define = {}, language = 'en' }: Settings = {},
): Buffer => {
  const alias = { '#messages': join(import.meta.dirname, `src/messages/${language}.ts`) };
  const { outputFiles, warnings } = buildSync({ ...common, entryPoints: [entry], format, define, alias });
  if (warnings.length > 0) throw new Error(`${entry}: ${warnings.map(({ text }) => text).join('; ')}`);
  return Buffer.from(outputFiles[0]?.contents ?? []);
};
