import { type BuildOptions, buildSync } from 'esbuild';

const common = {
  bundle: true,
  minify: true,
  write: false,
  target: 'es2020',
  legalComments: 'none',
  logLevel: 'silent',
  absWorkingDir: import.meta.dirname,
} as const satisfies BuildOptions;

/** A script or style sheet of this folder in one file, with everything that it imports. Throws if esbuild warns. */
export const bundle = (
  entry: string,
  format: 'iife' | 'esm',
  define: Readonly<Record<string, string>> = {},
): Buffer => {
  const { outputFiles, warnings } = buildSync({ ...common, entryPoints: [entry], format, define });
  if (warnings.length > 0) throw new Error(`${entry}: ${warnings.map(({ text }) => text).join('; ')}`);
  return Buffer.from(outputFiles[0]?.contents ?? []);
};
