import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { readGuides, root } from '../guides/read-guides.ts';
import { errorsPage } from './errors-page.ts';
import { guidePage } from './guide-page.ts';
import { referencePage } from './reference-page.ts';
import { searchIndex } from './search-index.ts';

/** Allows only the pages' own files, and no frame around them. */
export const docsPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

export type DocsFile = { readonly type: string; readonly body: string | Buffer };

/** The documentation as files, by path: static, for any server. Built on first use. */
export const docsPages = (): Readonly<Record<string, DocsFile>> => {
  files ??= build();
  return files;
};

const build = (): Readonly<Record<string, DocsFile>> => {
  const guides = readGuides();
  const pages = {
    '/docs': referencePage(),
    '/docs/errors': errorsPage(),
    ...Object.fromEntries(guides.map((guide) => [guide.path, guidePage(guide, guides)])),
  };
  const html = Object.entries(pages).map(([path, body]) => [
    path,
    { type: 'text/html; charset=utf-8', body },
  ]);
  return {
    ...Object.fromEntries(html),
    '/docs/style.css': { type: 'text/css; charset=utf-8', body: style() },
    '/docs/main.js': { type: 'text/javascript; charset=utf-8', body: script() },
    '/docs/search.json': { type: 'application/json', body: JSON.stringify(searchIndex(pages)) },
    '/docs/page.png': { type: 'image/png', body: readFileSync(join(root, 'docs/page.png')) },
    '/docs/openapi.yaml': {
      type: 'application/yaml; charset=utf-8',
      body: read(join(root, 'docs/openapi.yaml')),
    },
  };
};

const style = (): string =>
  ['style.css', 'guides.css'].map((name) => read(join(import.meta.dirname, name))).join('\n');

const script = (): string => {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, '../browser/main.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
};

const read = (path: string): string => readFileSync(path, 'utf8');

let files: Readonly<Record<string, DocsFile>> | undefined;
