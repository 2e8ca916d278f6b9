import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { routes } from '../../../lib/http/routes.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../../../local/gateway/create-gateway.ts';
import type { Handler } from '../../../local/gateway/create-invoker.ts';

/** An event as far as the tests look into it. */
export type Event = {
  readonly headers: Record<string, string>;
  readonly requestContext: { readonly http: Record<string, string>; readonly [name: string]: unknown };
  readonly [name: string]: unknown;
};
export type Answer = {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
};

let gateway: Gateway | undefined;
export const gatewayPort = () => gateway?.port;

export const stopGateway = async (): Promise<void> => {
  await gateway?.close(0);
  gateway = undefined;
};

/** Every function is this handler. */
export const startGateway = async (
  handler: Handler,
  options: Partial<GatewayOptions> = {},
): Promise<Gateway> => {
  gateway = await createGateway({
    routes,
    load: async () => handler,
    defaultFunction: 'refuse-unknown-route',
    ...options,
  });
  return gateway;
};

/** `line`: method and path. `headers`: names and values in turn. */
export const send = (
  { port }: Gateway,
  line: string,
  headers: readonly string[] = [],
  body?: string | Buffer,
): Promise<Answer> => {
  const [method = '', path = ''] = line.split(' ');
  return new Promise((resolve, reject) => {
    const length =
      body === undefined || headers.includes('transfer-encoding')
        ? []
        : ['content-length', String(Buffer.byteLength(body))];
    const all = ['host', `127.0.0.1:${port}`, ...headers, ...length];
    const call = httpRequest({ port, method, path, headers: all, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
};

/** What came back for raw bytes, until the gateway closes. */
export const sendRaw = ({ port }: Gateway, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });

/** The event a function gets for a request. */
export const eventOf = async (
  line: string,
  headers: readonly string[] = [],
  body?: string | Buffer,
): Promise<Event> => {
  const seen: Event[] = [];
  const running = await startGateway((event: Event) => {
    seen.push(event);
    return { statusCode: 204 };
  });
  await send(running, line, headers, body);
  const [event] = seen;
  if (!event) throw new Error('no event');
  return event;
};
