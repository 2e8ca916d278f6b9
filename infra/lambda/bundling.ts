import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, buildSync, version } from 'esbuild';
import { type Bundles, keptBundles } from './kept-bundles.ts';

const standIn = (name: string): string =>
  fileURLToPath(new URL(`../../lib/runtime/stand-ins/${name}.ts`, import.meta.url));

/**
 * How every function is packaged, for deployment and for the measurements in `bench/`. `mainFields` picks the packages' ES modules, which tree-shake;
 * the AWS SDK is bundled because the runtime's own copy is larger and changes; source maps cost start-up time; arrow functions become functions,
 * since V8 then reads the same bundle in two thirds of the time. The SDK checks whether each body is a web stream, which loads Node's web streams
 * although no request here has one. Each replacement module says why it is there.
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
  define: { ReadableStream: 'undefined' },
  alias: {
    '@aws-sdk/credential-provider-node': standIn('environment-credentials'),
    '@aws-sdk/dynamodb-codec': standIn('dynamodb-codec'),
    '@aws-sdk/middleware-endpoint-discovery': standIn('no-endpoint-discovery'),
    '@smithy/core/checksum': standIn('sha256'),
    '@smithy/core/event-streams': standIn('no-event-streams'),
    'node:crypto': standIn('node-crypto'),
    'node:fs': standIn('node-fs'),
    'node:fs/promises': standIn('node-fs-promises'),
    'fs/promises': standIn('node-fs-promises'),
    'node:http': standIn('node-http'),
    'node:net': standIn('node-net'),
    'node:process': standIn('node-process'),
    'node:timers': standIn('node-timers'),
    'node:util': standIn('node-util'),
    'node:zlib': standIn('node-zlib'),
  },
} as const satisfies BuildOptions;

const root = fileURLToPath(new URL('../..', import.meta.url));

type Accounts = Readonly<Record<string, { readonly psp: string }>>;

const pspsOf = (accounts: Accounts): readonly string[] =>
  [...new Set(Object.values(accounts).map(({ psp }) => psp))].toSorted();

/** Bundling options with only these adapters, by their names in the registry. Valid only during `use`. */
export const withAdaptersOf = <T>(accounts: Accounts, use: (options: BuildOptions) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-psps-'));
  const psps = pspsOf(accounts);
  const write = (name: string, lines: readonly string[]) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  };
  const sourceOf = (file: string) => JSON.stringify(join(root, 'lib/psp', file));
  try {
    const adapters = write('psps.ts', [`export { ${psps.join(', ')} } from ${sourceOf('registry.ts')};`]);
    const table = (file: string, each: string, name: string) =>
      write(file, [
        ...psps.map((psp) => `import { ${each} as ${psp} } from ${sourceOf(`${psp}/${file}`)};`),
        `export const ${name} = { ${psps.join(', ')} };`,
      ]);
    const alias = {
      ...bundling.alias,
      '#psps': adapters,
      '#capabilities': table('capabilities.ts', 'capabilities', 'capabilitiesOf'),
      '#webhooks': table('webhooks.ts', 'readWebhook', 'webhookReaders'),
    };
    return use({ ...bundling, alias });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/**
 * Bundles a file of `functions/` (such as `vault/collect`), or of `infra/packaged/`, as one module with only the adapters of `accounts`. Throws if
 * esbuild reports an error or a warning.
 */
export const bundleOf = (name: string, accounts: Accounts): Uint8Array => {
  const psps = pspsOf(accounts).join();
  const bundles = known.get(psps) ?? bundleAll(accounts);
  known.set(psps, bundles);
  const bundle = bundles.get(name);
  if (!bundle) throw new Error(`${packaged.join(' and ')} have no ${name}.ts`);
  return bundle;
};

const known = new Map<string, ReadonlyMap<string, Uint8Array>>();

/** Functions that take payments, and the one that checks that from outside. */
const packaged = ['functions', 'infra/packaged'] as const;

/** Bundles all at once, so that shared code, which is most of it, is read and parsed once. */
const bundleAll = (accounts: Accounts): ReadonlyMap<string, Uint8Array> => {
  const entryPoints = packaged.flatMap(sourcesIn);
  const settings = [version, bundling, pspsOf(accounts), entryPoints];
  const texts = keptBundles(settings, () => makeAll(accounts, entryPoints));
  return new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
};

const makeAll = (accounts: Accounts, entryPoints: string[]): Bundles => {
  const { outputFiles, warnings, metafile } = withAdaptersOf(accounts, (options) =>
    buildSync({
      ...options,
      absWorkingDir: root,
      entryPoints,
      outdir: 'in-memory',
      write: false,
      metafile: true,
    }),
  );
  if (warnings.length > 0)
    throw new Error(`functions bundle with warnings: ${warnings.map(({ text }) => text).join('; ')}`);
  return {
    // The others are files that `withAdaptersOf` writes.
    inputs: Object.keys(metafile.inputs).filter((path) => !path.startsWith('..')),
    texts: Object.fromEntries(outputFiles.map(({ path, text }) => [nameOf(path), text])),
  };
};

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`);

/** `vault/collect` for `…/in-memory/functions/vault/collect.js`. */
const nameOf = (path: string): string =>
  path.slice(0, -'.js'.length).replace(new RegExp(`^.*/in-memory/(${packaged.join('|')})/`), '');
