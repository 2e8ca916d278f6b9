import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { buildSync } from 'esbuild';

export type ConsoleFile = {
  /** Below the console's origin: `/console/…`. */
  readonly path: string;
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};

/** How people sign in: with the environment's provider, or by the link that `npm start` prints. */
export type SignIn = 'provider' | 'link';

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** Nothing but the page's own files, and no string becomes HTML. */
export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const shared = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** The console's files: one document for each of its addresses, its script, its style sheet, and the chart that comes with the first numbers. */
export const buildConsole = (signIn: SignIn): readonly ConsoleFile[] => {
  const home = join(import.meta.dirname, 'src');
  const { outputFiles } = buildSync({
    absWorkingDir: home,
    entryPoints: ['main.tsx', 'style/main.css'],
    outdir: 'out',
    entryNames: '[name]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { SIGN_IN: JSON.stringify(signIn) },
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'silent',
  });
  return [
    {
      path: '/console/index.html',
      content: readFileSync(join(home, 'index.html')),
      headers: {
        ...shared,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': consolePolicy,
      },
    },
    ...outputFiles.map(({ path, contents }) => ({
      path: `/console/assets/${basename(path)}`,
      content: Buffer.from(contents),
      headers: {
        ...shared,
        'content-type': `${types[extname(path)]}; charset=utf-8`,
        'cache-control': 'no-cache',
      },
    })),
  ];
};
