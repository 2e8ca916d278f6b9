import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../listen.ts';
import { AwsError } from './aws-error.ts';

export type WireRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

export type WireAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
};

export type AwsServer = {
  readonly url: string;
  /** Refuses connections, as an outage would, until `start`. */
  readonly stop: () => Promise<void>;
  /** On the same port again. */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Serves one AWS service on loopback. An `AwsError` is written for both protocols that the clients speak: REST-JSON takes its name from the
 * header, JSON 1.1 from `__type`. Signatures are not checked.
 */
export const startAwsServer = async (
  handle: (request: WireRequest) => WireAnswer | Promise<WireAnswer>,
  port = 0,
): Promise<AwsServer> => {
  const create = () => createServer((request, response) => void serve(handle, request, response));
  let server: Server | undefined = create();
  const address = await listen(server, { port });

  const stop = async (): Promise<void> => {
    const stopping = server;
    server = undefined;
    if (!stopping) return;
    const closed = new Promise((resolve) => stopping.close(resolve));
    stopping.closeAllConnections();
    await closed;
  };
  const start = async (): Promise<void> => {
    if (server) return;
    server = create();
    await listen(server, { port: address.port });
  };
  return { url: address.url, stop, start, close: stop };
};

const serve = async (
  handle: (request: WireRequest) => WireAnswer | Promise<WireAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const answer = await respond(handle, request);
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
  response.end(answer.body);
};

const respond = async (
  handle: (request: WireRequest) => WireAnswer | Promise<WireAnswer>,
  request: IncomingMessage,
): Promise<WireAnswer> => {
  try {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    const body = await buffer(request);
    const method = request.method ?? '';
    return await handle({
      method,
      path: decodeURIComponent(pathname),
      query: searchParams,
      headers: request.headers,
      body,
    });
  } catch (error) {
    return refusal(
      error instanceof AwsError ? error : new AwsError('InternalServerException', 500, String(error)),
    );
  }
};

const refusal = ({ code, status, message, fields }: AwsError): WireAnswer => ({
  status,
  headers: { 'x-amzn-errortype': code },
  body: JSON.stringify({ __type: code, Message: message, ...fields }),
});
