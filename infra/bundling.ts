import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync } from 'esbuild';

/**
 * How every function is packaged, for deployment and for the measurements in `bench/`. `mainFields` picks the packages' ES modules, which
 * tree-shake; the AWS SDK is bundled because the runtime's own copy is larger and moves; source maps cost start-up time; arrow functions become
 * functions, since V8 then reads the same bundle in two thirds of the time. Why some modules are replaced stands in what replaces them.
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
  supported: { arrow: false },
  alias: {
    '@aws-sdk/credential-provider-node': fileURLToPath(
      new URL('../lib/edge/stand-ins/environment-credentials.ts', import.meta.url),
    ),
    '@aws-sdk/middleware-endpoint-discovery': fileURLToPath(
      new URL('../lib/edge/stand-ins/no-endpoint-discovery.ts', import.meta.url),
    ),
    '@smithy/core/event-streams': fileURLToPath(
      new URL('../lib/edge/stand-ins/no-event-streams.ts', import.meta.url),
    ),
    'node:fs': fileURLToPath(new URL('../lib/edge/stand-ins/node-fs.ts', import.meta.url)),
    'node:fs/promises': 'fs/promises',
    'node:http': fileURLToPath(new URL('../lib/edge/stand-ins/node-http.ts', import.meta.url)),
    'node:process': fileURLToPath(new URL('../lib/edge/stand-ins/node-process.ts', import.meta.url)),
    'node:zlib': fileURLToPath(new URL('../lib/edge/stand-ins/node-zlib.ts', import.meta.url)),
  },
} as const satisfies BuildOptions;

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles a file of `functions/`, or of `infra/packaged/`, into `<directory>/index.mjs`. Throws where esbuild finds an error or a warning. */
export const bundleFunction = (name: string, directory: string): void => {
  bundles ??= bundleAll();
  const bundle = bundles.get(name);
  if (!bundle) throw new Error(`${packaged.join(' and ')} have no ${name}.ts`);
  writeFileSync(join(directory, 'index.mjs'), bundle);
};

/** What takes payments, and what watches from outside whether it does. */
const packaged = ['functions', 'infra/packaged'] as const;

/** All at once: what functions share, which is most of them, is then read and parsed once. */
const bundleAll = (): ReadonlyMap<string, Uint8Array> => {
  const { outputFiles, warnings } = buildSync({
    ...bundling,
    absWorkingDir: root,
    entryPoints: packaged.flatMap((room) => readdirSync(join(root, room)).map((file) => `${room}/${file}`)),
    outdir: 'in-memory',
    write: false,
  });
  if (warnings.length > 0)
    throw new Error(`functions bundle with warnings: ${warnings.map(({ text }) => text).join('; ')}`);
  return new Map(outputFiles.map(({ path, contents }) => [basename(path, '.js'), contents]));
};

let bundles: ReadonlyMap<string, Uint8Array> | undefined;
