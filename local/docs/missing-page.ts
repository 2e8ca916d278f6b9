import type { IncomingMessage, ServerResponse } from 'node:http';
import { docsPolicy } from './pages/docs-pages.ts';
import { escapeHtml } from './pages/html.ts';
import { page } from './pages/page.ts';

/** Whether a browser is opening a page: it gets its refusals as pages, too. */
export const opensPage = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');

/** 404: a page for a browser that opens one, a line of text for every other program. */
export const answerMissing = (request: IncomingMessage, response: ServerResponse): void => {
  if (!opensPage(request))
    return void response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.\n');
  response.writeHead(404, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': docsPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  response.end(missingPage(request.url ?? ''));
};

const missingPage = (url: string): string =>
  page({
    title: 'No such page: Payment routing',
    contents: `<ul>${places.map(([path, name]) => `<li><a href="${path}">${name}</a></li>`).join('')}</ul>`,
    main: `<article><h1>There is no such page</h1><p>Nothing is at <code>${escapeHtml(url)}</code>. The search finds a word in every guide, and what there is on this machine begins at <a href="/">the shop</a>.</p></article>`,
  });

const places = [
  ['/', 'Shop and console'],
  ['/docs/readme', 'Guides'],
  ['/docs', 'API reference'],
  ['/docs/errors', 'Errors'],
] as const;
