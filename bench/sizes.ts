import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { buildHostedFields } from '../clients/browser/build.ts';
import { buildHostedPages } from '../clients/browser/build-page.ts';
import { buildConsole } from '../clients/console/build-console.ts';
import { printTable, thousands } from './support/print-table.ts';

type Size = {
  readonly what: string;
  readonly bytes: number;
  readonly limit: number;
  /** Gzipped bytes of a package that does the same. */
  readonly peers: string;
};

/** Bytes, minified and gzipped, that a shop's page and a merchant's server load, next to the peers' published packages. */
const main = (): void => {
  const files = new Map(
    buildHostedFields().map(({ name, content }) => [
      name.replace(/^(buttons|challenge)-\w+/, '$1'),
      gzipped(content),
    ]),
  );
  const of = (name: string): number => {
    const size = files.get(name);
    if (size === undefined) throw new Error(`${name} was not built`);
    return size;
  };
  const sizes: readonly Size[] = [
    {
      what: 'loader (npm)',
      bytes: of('loader.js'),
      limit: 3_000,
      peers: 'stripe-js 1,400, hyper-js 1,400',
    },
    {
      what: 'loader and page script',
      bytes: of('loader.js') + of('fields.js'),
      limit: 4_400,
      peers: '',
    },
    {
      what: 'card frame, whole document in the longest language',
      bytes: Math.max(...[...files].flatMap(([name, size]) => (name.startsWith('frame.') ? [size] : []))),
      limit: 20_000,
      peers: 'Adyen card 98,000, Braintree fields 37,000',
    },
    {
      what: 'hosted page in the longest language, without logo',
      bytes: Math.max(...buildHostedPages({ merchant: 'Shop' }).map(({ content }) => gzipped(content))),
      limit: 60_000,
      peers: '',
    },
    { what: '3-D Secure in the page', bytes: of('challenge.js'), limit: 2_000, peers: '' },
    { what: 'payment element, wallet buttons', bytes: of('buttons.js'), limit: 3_000, peers: '' },
    { what: 'wallets, page script', bytes: of('wallets.js'), limit: 5_000, peers: '' },
    { what: 'wallets, whole frame', bytes: of('wallet.html'), limit: 4_100, peers: '' },
    { what: 'console at first view', bytes: consoleSize(), limit: 60_000, peers: 'React alone 69,000' },
    { what: 'React library', bytes: library('react'), limit: 1_500, peers: '' },
    { what: 'server library', bytes: library('server'), limit: 8_000, peers: 'stripe-node 34,000' },
  ];
  printTable(
    ['gzipped bytes', 'size', 'limit', 'peers'],
    sizes.map(({ what, bytes, limit, peers }) => [what, thousands(bytes), thousands(limit), peers]),
  );
  if (sizes.some(({ bytes, limit }) => bytes > limit)) process.exitCode = 1;
};

/** Without the chart, which comes with the first numbers. */
const consoleSize = (): number =>
  buildConsole('provider')
    .filter(({ path }) => /(index\.html|main\.(js|css))$/.test(path))
    .reduce((sum, { content }) => sum + gzipped(content), 0);

/** Without the packages that it asks for. */
const library = (folder: 'react' | 'server'): number => {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, `../clients/${folder}/src/index.ts`)],
    bundle: true,
    packages: 'external',
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'error',
  });
  return gzipped(Buffer.from(outputFiles[0]?.contents ?? []));
};

const gzipped = (content: Buffer): number => gzipSync(content, { level: 9 }).length;

main();
