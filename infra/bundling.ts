import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';

/**
 * How every function is packaged, for deployment and for the measurements in `bench/`. `mainFields` picks the packages' ES modules, which
 * tree-shake; the AWS SDK is bundled because the runtime's own copy is larger and moves; source maps cost start-up time.
 */
export const bundling = {
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

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles `functions/<name>.ts` into `<directory>/index.mjs`. Throws where esbuild finds an error or a warning. */
export const bundleFunction = (name: string, directory: string): void => {
  const { warnings } = buildSync({
    ...bundling,
    absWorkingDir: root,
    entryPoints: [`functions/${name}.ts`],
    outfile: `${directory}/index.mjs`,
  });
  if (warnings.length > 0)
    throw new Error(`${name} bundles with warnings: ${warnings.map(({ text }) => text).join('; ')}`);
};
