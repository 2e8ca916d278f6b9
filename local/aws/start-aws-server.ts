import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createLoopbackServer } from '../door/loopback-server.ts';
import { listen } from '../support/listen.ts';
import { readRequestBody } from '../support/read-request-body.ts';
import { AwsError } from './aws-error.ts';
import { checkSignature } from './check-signature.ts';
import type { Credentials } from './credentials.ts';
import type { WireAnswer, WireRequest } from './wire.ts';

export type AwsServerOptions = {
  readonly port?: number;
  /** If undefined, any signature will do, and only programs of this process's user get in. */
  readonly credentials?: Credentials;
  /** By default, more than the size of a hosted configuration. */
  readonly maxBodyBytes?: number;
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
 * Serves one AWS service on loopback. An `AwsError` is written for both protocols that the clients speak: REST-JSON takes its name from the header,
 * JSON 1.1 from `__type`. Answers only calls that are signed with `credentials`.
 */
export const startAwsServer = async (
  serveRequest: (request: WireRequest) => WireAnswer | Promise<WireAnswer>,
  { port = 0, credentials, maxBodyBytes = 4 * 1024 * 1024 }: AwsServerOptions,
): Promise<AwsServer> => {
  const handle = async (request: WireRequest): Promise<WireAnswer> => {
    if (credentials) await checkSignature(request, credentials);
    return serveRequest(request);
  };
  const create = () =>
    createLoopbackServer(
      { onlyOwnUser: credentials === undefined },
      (request, response) => void serve(handle, maxBodyBytes, request, response),
    );
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
  handle: (request: WireRequest) => Promise<WireAnswer>,
  maxBodyBytes: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const answer = await respond(handle, maxBodyBytes, request);
  response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
  response.end(answer.body);
};

const respond = async (
  handle: (request: WireRequest) => Promise<WireAnswer>,
  maxBodyBytes: number,
  request: IncomingMessage,
): Promise<WireAnswer> => {
  try {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    const body = (await readRequestBody(request, maxBodyBytes)) ?? Buffer.alloc(0);
    if (typeof body === 'string')
      throw new AwsError('PayloadTooLargeException', 413, 'The body is too large.');
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
