import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import { type Guests, refusalOf } from './admit.ts';
import { isOwnUser, rememberOwnSockets } from './peer-user.ts';

export type Door = Guests & {
  /**
   * Whether only programs of this process's user get in. False if what is behind it is public, or checks a secret itself: a key, a signature, an
   * unguessable path.
   */
  readonly onlyOwnUser: boolean;
};

/**
 * An HTTP server on this machine; the only way that one is created here. Its listener sees no request that `refusalOf` refuses, or that the door does
 * not admit. A refusal is 403, with the reason in the forms that browsers, `curl` and AWS's clients show.
 */
export const createLoopbackServer = (
  door: Door | ((request: IncomingMessage) => Door),
  listener: RequestListener,
  options: ServerOptions = {},
): Server => {
  const server = createServer({ ...patient, ...options }, (request, response) => {
    const { onlyOwnUser, ...guests } = typeof door === 'function' ? door(request) : door;
    const refusal = refusalOf(request, guests);
    if (refusal !== undefined) return refuse(request, response, refusal);
    if (!onlyOwnUser) return listener(request, response);
    void isOwnUser(request.socket).then((isOurs) =>
      isOurs
        ? listener(request, response)
        : refuse(request, response, 'Only programs of the user who started this get answers here.'),
    );
  });
  rememberOwnSockets(server);
  return server;
};

/**
 * No limit by time. Where clients and server share a machine, or a process, a limit that ran out while it was busy would reset a connection that
 * its client still uses.
 */
export const patient = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 };

const refuse = (
  request: IncomingMessage,
  response: Parameters<RequestListener>[1],
  message: string,
): void => {
  request.resume();
  const body = JSON.stringify({ __type: 'AccessDeniedException', message, error: { message } });
  response.writeHead(403, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-amzn-errortype': 'AccessDeniedException',
    connection: 'close',
  });
  response.end(body);
};
