import { readFileSync } from 'node:fs';
import { errorsPage } from './errors-page.ts';
import { referencePage } from './reference-page.ts';

export type DocsFile = { readonly type: string; readonly body: string };

/** The documentation as files, by path: static, for whatever serves them. Made when first asked for. */
export const docsPages = (): Readonly<Record<string, DocsFile>> => {
  pages ??= {
    '/docs': { type: html, body: referencePage() },
    '/docs/errors': { type: html, body: errorsPage() },
    '/docs/style.css': { type: 'text/css; charset=utf-8', body: read('./style.css') },
    '/docs/openapi.yaml': {
      type: 'application/yaml; charset=utf-8',
      body: read('../../../docs/openapi.yaml'),
    },
  };
  return pages;
};

const html = 'text/html; charset=utf-8';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

let pages: Readonly<Record<string, DocsFile>> | undefined;
