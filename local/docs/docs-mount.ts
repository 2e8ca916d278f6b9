import type { IncomingMessage, ServerResponse } from 'node:http';
import { defaultPort } from '../support/running-service.ts';
import { answerMissing } from './missing-page.ts';
import { docsPages, docsPolicy } from './pages/docs-pages.ts';

/** `/docs` on this machine: guides, API reference, errors and the OpenAPI document, with the address at which they are read. */
export const docsMount = {
  path: '/docs',
  door: { onlyOwnUser: false },
  handle: (request: IncomingMessage, response: ServerResponse): void => {
    const { method, url = '', headers } = request;
    const path = url.replace(/[?#].*$/, '').replace(/\/+$/, '');
    const page = Object.hasOwn(docsPages(), path) ? docsPages()[path] : undefined;
    if (method !== 'GET' && method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    if (!page) return void answerMissing(request, response);
    const body = typeof page.body === 'string' ? atHost(page.body, headers.host ?? '') : page.body;
    response.writeHead(200, {
      ...policy,
      'content-type': page.type,
      'content-length': Buffer.byteLength(body),
    });
    response.end(method === 'HEAD' ? undefined : body);
  },
} as const;

/** The pages are written for port 4000. In commands that expect the service there, inserts the actual port. */
const atHost = (body: string, host: string): string => {
  const [, port] = /^(?:localhost|127\.0\.0\.1|\[::1\]):(\d+)$/.exec(host) ?? [];
  if (port === undefined || port === String(defaultPort)) return body;
  return body
    .replaceAll(`127.0.0.1:${defaultPort}`, `127.0.0.1:${port}`)
    .replace(/(?<!PORT=\d+ )npm run (-s )?(psp|keys|charges)\b/g, `PORT=${port} $&`);
};

const policy = {
  'content-security-policy': docsPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const;
