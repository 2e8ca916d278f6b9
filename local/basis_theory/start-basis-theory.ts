import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { createTransport } from '../../lib/runtime/transport.ts';
import type { HttpRequest } from '../../lib/types/transport.ts';
import { createLoopbackServer } from '../door/loopback-server.ts';
import { listen } from '../support/listen.ts';
import { type CardToken, cardRequest, maskToken, mergeToken } from './card-token.ts';
import { detokenize } from './detokenize.ts';

/** What the proxy does instead of its work: with `401` and `429` nothing was sent; with the others, the destination was called first. */
export type ProxyFault = 'unauthorized' | 'rate_limited' | 'times_out' | 'fails' | 'hangs_up';

export type BasisTheory = {
  readonly url: string;
  /** A private application's key and a public one's, which may only make tokens. */
  readonly keys: { readonly private: string; readonly public: string };
  /** Configures a proxy under a key. */
  readonly setProxy: (key: string, destination: string) => void;
  /** The next call of the proxy fails in this way. */
  readonly fail: (fault: ProxyFault) => void;
  readonly close: () => Promise<void>;
};

const patch = z.object({ data: z.optional(z.record(z.string(), z.unknown())) });

/**
 * The part of Basis Theory that a router uses: tokens of the type `card` and pre-configured proxies. Source: developers.basistheory.com, "Tokens",
 * "Invoke Pre-Configured Proxy", "Detokenization".
 */
export const startBasisTheory = async (): Promise<BasisTheory> => {
  const tokens = new Map<string, CardToken>();
  const proxies = new Map<string, string>();
  const keys = { private: `key_${randomUUID()}`, public: `key_${randomUUID()}` };
  const http = createTransport();
  let fault: ProxyFault | undefined;

  const serve = async (request: IncomingMessage): Promise<Reply> => {
    const body = await textOf(request);
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const key = request.headers['bt-api-key'];
    const [, kind = '', id = ''] = pathname.split('/');
    if (kind === 'proxy') return proxy(request, `${pathname.slice('/proxy'.length)}${search}`, body);
    if (key !== keys.private && !(key === keys.public && request.method === 'POST'))
      return reply(401, problem(401, 'The BT-API-KEY header is missing or unknown'));
    if (kind === 'tokens') return serveToken(request, decodeURIComponent(id), body);
    return reply(404, problem(404, 'Not found'));
  };

  const serveToken = ({ method }: IncomingMessage, id: string, body: string): Reply => {
    if (method === 'POST') {
      const read = cardRequest.safeParse(JSON.parse(body));
      if (!read.success) return reply(400, problem(400, z.prettifyError(read.error)));
      const token = { id: randomUUID(), ...read.data };
      tokens.set(token.id, token);
      return reply(201, maskToken(token));
    }
    const token = tokens.get(id);
    if (!token) return reply(404, problem(404, 'Not found'));
    if (method === 'GET') return reply(200, maskToken(token));
    if (method === 'DELETE') {
      tokens.delete(id);
      return reply(204);
    }
    const read = patch.safeParse(JSON.parse(body));
    if (method !== 'PATCH' || !read.success) return reply(400, problem(400, 'Not a merge patch'));
    tokens.set(id, mergeToken(token, read.data.data ?? {}));
    return reply(200, maskToken(tokens.get(id) ?? token));
  };

  const proxy = async (request: IncomingMessage, path: string, body: string): Promise<Reply> => {
    const met = fault;
    fault = undefined;
    const destination = proxies.get(String(request.headers['bt-proxy-key']));
    const error = (status: number, detail: string) => reply(status, { proxy_error: problem(status, detail) });
    if (met === 'rate_limited') return error(429, 'Too many requests');
    if (met === 'unauthorized' || request.headers['bt-api-key'] !== keys.private)
      return error(401, 'The BT-API-KEY header is missing or unknown');
    if (!destination) return error(400, 'Unknown proxy');
    const found = detokenize(body, tokens);
    if ('unknown' in found) return error(400, `Failed to detokenize some tokens: ${found.unknown}`);
    const answer = await http({
      method: request.method as HttpRequest['method'],
      url: destination + path,
      headers: passedOn(request.headers),
      body: found.text,
      timeout_ms: 25_000,
    });
    if (met === 'times_out') return error(408, 'The destination did not answer');
    if (met === 'hangs_up') return 'hang up';
    if (met === 'fails' || answer.kind !== 'answered')
      return error(502, 'The destination could not be reached');
    const { status, body: answered } = answer;
    const answeredWith = { ...passedOn(answer.headers), 'bt-proxy-destination-status': String(status) };
    return { status, headers: answeredWith, body: answered };
  };

  const server = createLoopbackServer({ onlyOwnUser: false }, (request, response) => {
    serve(request).then(
      (answer) => send(response, answer),
      () => send(response, reply(500, problem(500, 'Internal error'))),
    );
  });
  const { url } = await listen(server);
  return {
    url,
    keys,
    setProxy: (key, destination) => void proxies.set(key, destination.replace(/\/+$/, '')),
    fail: (next) => {
      fault = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** All but the headers of this connection and of the vendor. */
const passedOn = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !name.startsWith('bt-') && !ofTheConnection.includes(name))
      .map(([name, value]) => [name, String(value)]),
  );

const ofTheConnection = ['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

/** Source: RFC 7807, "Errors". */
const problem = (status: number, detail: string) => ({ errors: {}, title: 'Request failed', status, detail });

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

type Reply =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body?: string }
  | 'hang up';

const reply = (status: number, body?: object): Reply =>
  body === undefined
    ? { status, headers: {} }
    : { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };

const send = (response: ServerResponse, answer: Reply): void => {
  if (answer === 'hang up') response.socket?.destroy();
  else response.writeHead(answer.status, answer.headers).end(answer.body);
};
