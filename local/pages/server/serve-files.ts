import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { answerMissing } from '../../docs/missing-page.ts';

export type StaticFile = {
  readonly path: string;
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Serves a few files from memory: `GET` and `HEAD`, with an entity tag. Builds them for the first request. `headers`: headers of a file that depend
 * on the request.
 */
export const serveFiles = (
  make: () => readonly StaticFile[],
  headers: (file: StaticFile, request: IncomingMessage) => Readonly<Record<string, string>>,
): RequestListener => {
  let served: ReturnType<typeof tagged> | undefined;
  return (request, response) => {
    const { method, url = '/', headers: asked } = request;
    served ??= tagged(make());
    const found = served.get(url.split('?')[0] ?? '');
    if (!found) return answerMissing(request, response);
    if (method !== 'GET' && method !== 'HEAD')
      return void response.writeHead(405, { 'content-type': 'text/plain' }).end('GET or HEAD\n');
    const { file, tag } = found;
    const known = asked['if-none-match'] === tag;
    response.writeHead(known ? 304 : 200, {
      ...file.headers,
      ...headers(file, request),
      etag: tag,
      ...(!known && { 'content-length': file.content.length }),
    });
    response.end(known || method === 'HEAD' ? undefined : file.content);
  };
};

const tagged = (files: readonly StaticFile[]) =>
  new Map(files.map((file) => [file.path, { file, tag: tagOf(file.content) }]));

const tagOf = (content: Buffer) => `"${createHash('sha256').update(content).digest('base64url')}"`;
