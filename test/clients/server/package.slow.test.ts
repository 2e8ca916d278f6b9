import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { root } from '../../integration/local/run-program.ts';
import { testWith } from '../../tools/extras.ts';
import { home, type PublishedPackage, publishPackage } from './published-package.ts';

let published: PublishedPackage;
beforeAll(() => {
  published = publishPackage();
});
afterAll(() => published?.remove());

describe('the package', () => {
  test('holds two modules with their types, and nothing else', () => {
    const ofOne = (format: string) =>
      [
        'create-client.d.ts',
        'error-class.d.ts',
        'generated/api-types.d.ts',
        'index.d.ts',
        'index.js',
        'index.js.map',
        'listing.d.ts',
        'options.d.ts',
        'package.json',
        'payment-error.d.ts',
        'platform.d.ts',
        'response-of.d.ts',
        'sign-webhook.d.ts',
        'verify-webhook.d.ts',
      ].map((file) => `dist/${format}/${file}`);
    expect([...published.files].sort()).toEqual(
      ['README.md', 'package.json', ...ofOne('cjs'), ...ofOne('esm')].sort(),
    );
  });

  test('depends on nothing', () => {
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      expect(manifest[kind]).toBeUndefined();
    for (const format of ['esm', 'cjs'])
      expect(readFileSync(join(published.source, 'dist', format, 'index.js'), 'utf8')).not.toMatch(
        /\brequire\(|\bimport\b[^;]*from|\bimport\(/,
      );
  });

  test('passes publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: published.source, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  });

  testWith('@arethetypeswrong/cli')('has types for every kind of import, says attw', () => {
    const attw = join(root, 'node_modules/.bin/attw');
    const reported = execFileSync(attw, [published.archive, '--format', 'json'], { encoding: 'utf8' });
    const { analysis, problems } = JSON.parse(reported);
    expect(problems ?? {}).toEqual({});
    expect(analysis.entrypoints['.'].resolutions.bundler).toBeDefined();
  });

  test('has classes that hold between its two modules', () => {
    const file = join(published.project, 'both.mjs');
    writeFileSync(file, bothModules);
    expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe('false true true true\n');
  });

  test('has types that compile in strict mode', () => {
    writeFileSync(join(published.project, 'use.ts'), userProgram);
    const strict = [
      '--strict',
      '--noEmit',
      '--exactOptionalPropertyTypes',
      '--lib',
      'es2022,dom,dom.iterable',
    ];
    const compile = (...options: string[]) =>
      execFileSync(
        join(root, 'node_modules/.bin/tsc'),
        ['--ignoreConfig', ...strict, '--types', '', ...options, 'use.ts'],
        {
          cwd: published.project,
          encoding: 'utf8',
        },
      );
    expect(compile('--module', 'nodenext')).toBe('');
    expect(compile('--module', 'esnext', '--moduleResolution', 'bundler')).toBe('');
    writeFileSync(
      join(published.project, 'use.ts'),
      userProgram.replace("currency: 'eur'", "currency: 'EUR'"),
    );
    expect(() => compile('--module', 'nodenext')).toThrow();
  });
});

describe('the library', () => {
  const bundle = () =>
    buildSync({
      entryPoints: [join(home, 'src/index.ts')],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'neutral',
      write: false,
    }).outputFiles[0]?.contents ?? new Uint8Array();

  test('weighs at most 8 KB, minified and gzipped', () => {
    expect(bundle().byteLength).toBeGreaterThan(1_000);
    expect(gzipSync(bundle(), { level: 9 }).byteLength).toBeLessThanOrEqual(8_000);
  });

  test('uses Web APIs only: it compiles without Node’s types', () => {
    // `types` is empty and `lib` is the Web's, so `process`, `Buffer` or `node:` would not compile.
    const config = JSON.parse(readFileSync(join(home, 'tsconfig.json'), 'utf8'));
    expect([config.compilerOptions.types, config.compilerOptions.lib]).toEqual([
      [],
      ['es2022', 'dom', 'dom.iterable'],
    ]);
    execFileSync(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', home, '--noEmit', '--emitDeclarationOnly', 'false'],
      {
        cwd: root,
      },
    );
  });

  test('and only those that Node 20, Deno, Bun and Workers all have', () => {
    const text = new TextDecoder().decode(bundle());
    const global =
      /(?<![.\w$"'`-])(AbortController|AbortSignal|URL|crypto|fetch|performance|setTimeout|clearTimeout|window|document|location|navigator|localStorage|self|XMLHttpRequest|process|Buffer|require|global|globalThis)\b(?!\s*:)/g;
    expect([...new Set(text.match(global))].sort()).toEqual(
      ['AbortController', 'URL', 'clearTimeout', 'crypto', 'fetch', 'performance', 'setTimeout'].sort(),
    );
  });
});

const userProgram = `
import { CardError, createClient, type CheckoutSession } from 'payment-routing-client';
const client = createClient({ baseUrl: 'https://pay.example.com', apiKey: 'sk_test_a' });
export const open = async (): Promise<CheckoutSession | 'declined'> => {
  try {
    return await client.checkout.sessions.create({ amount: 1, currency: 'eur', success_url: 'https://shop.example' });
  } catch (error) {
    if (error instanceof CardError && error.code === 'card_declined') return 'declined';
    throw error;
  }
};
`;

const bothModules = `
import { createRequire } from 'node:module';
import * as esm from 'payment-routing-client';
const cjs = createRequire(import.meta.url)('payment-routing-client');
const fetch = async () => new Response(JSON.stringify({ error: { type: 'card_error', code: 'card_declined', message: '' } }), { status: 402 });
const failed = ({ createClient }) =>
  createClient({ baseUrl: 'https://pay.example.com', apiKey: 'sk_test_a', fetch }).charges.retrieve('ch_1').catch((error) => error);
console.log(
  esm.CardError === cjs.CardError,
  (await failed(cjs)) instanceof esm.CardError,
  (await failed(esm)) instanceof cjs.CardError,
  (await failed(esm)) instanceof cjs.PaymentError,
);
`;
