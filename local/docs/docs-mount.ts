import type { IncomingMessage, ServerResponse } from 'node:http';
import { docsPages } from './pages/docs-pages.ts';

/** `/docs` on this machine: the API reference, the errors, the OpenAPI document. */
export const docsMount = {
  path: '/docs',
  handle: ({ method, url = '' }: IncomingMessage, response: ServerResponse): void => {
    const path = url.replace(/[?#].*$/, '').replace(/\/+$/, '');
    const page = Object.hasOwn(docsPages(), path) ? docsPages()[path] : undefined;
    if (method !== 'GET' && method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    if (!page)
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.\n');
    response.writeHead(200, {
      ...headers,
      'content-type': page.type,
      'content-length': Buffer.byteLength(page.body),
    });
    response.end(method === 'HEAD' ? undefined : page.body);
  },
} as const;

/** Nothing but the pages' own style, and no frame around them. */
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const;
