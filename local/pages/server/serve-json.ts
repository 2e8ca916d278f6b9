import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { PageProblem } from './call-service.ts';

export type PageRequest = {
  readonly method: string;
  readonly path: string;
  /** The page's own origin, as the browser named it. */
  readonly origin: string;
  readonly body: Readonly<Record<string, unknown>>;
};

const bodyLimitBytes = 100_000;

/**
 * Serves a page's back end: JSON in, JSON out. It holds an API key and requires none: the gateway's door lets only this user's own pages in.
 */
export const serveJson =
  (run: (request: PageRequest) => Promise<object>): RequestListener =>
  async (message, response) => {
    try {
      const origin = `http://${message.headers.host}`;
      const method = message.method ?? 'GET';
      const { pathname } = new URL(message.url ?? '/', origin);
      send(response, 200, await run({ method, path: pathname, origin, body: await readBody(message) }));
    } catch (error) {
      const problem = error instanceof PageProblem ? error : new PageProblem(500, String(error));
      send(response, problem.status, { error: { message: problem.message } });
    }
  };

const readBody = async (message: IncomingMessage): Promise<Readonly<Record<string, unknown>>> => {
  if (message.method === 'GET') return {};
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) {
    text += chunk;
    if (text.length > bodyLimitBytes) throw new PageProblem(413, 'The body is too large.');
  }
  try {
    const body: unknown = JSON.parse(text || '{}');
    if (typeof body === 'object' && body !== null) return body as Readonly<Record<string, unknown>>;
  } catch {
    // Reported below.
  }
  throw new PageProblem(400, 'The body is not a JSON object.');
};

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
};
