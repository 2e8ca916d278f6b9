import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createLoopbackServer, type Door } from '../door/loopback-server.ts';
import { listen } from '../support/listen.ts';
import { readRequestBody } from '../support/read-request-body.ts';
import { answerCors } from './cors.ts';
import { createInvoker, type Handler, type Invoker } from './create-invoker.ts';
import { createRouteMatcher, type GatewayRoute } from './create-route-matcher.ts';
import { readTarget } from './read-target.ts';
import { toAnswer } from './to-answer.ts';
import { toEvent } from './to-event.ts';
import { refuse, refuseMalformed, writeAnswer } from './write-answer.ts';

/** A path of this machine's own, used if no API route matches: the path itself or, unless it is `/`, anything below it. */
type Mount = {
  /** Empty: every path. */
  readonly path: string;
  /** Answers only these requests. */
  readonly only?: (request: IncomingMessage) => boolean;
  /** If it fails, the answer is 500. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
  /** Who gets to it; see `Door`. */
  readonly door: Door;
};

export type GatewayOptions = {
  readonly routes: readonly GatewayRoute[];
  /** The handler that a function file exports; loaded once per function, again after a failure. */
  readonly load: (functionName: string) => Promise<Handler>;
  /** Answers if no route and no mount matches. */
  readonly defaultFunction: string;
  readonly host?: string;
  /** 0, the default: any free one. */
  readonly port?: number;
  /** How long the gateway waits for a function; by default API Gateway's fixed 30 s. */
  readonly timeoutMs?: number;
  /** The remaining time that functions see. */
  readonly functionTimeoutMs?: number;
  readonly mounts?: readonly Mount[];
  /** The headers that a distribution in front adds to a request. */
  readonly front?: (event: APIGatewayProxyEventV2) => Readonly<Record<string, string>>;
  /** The only other origin whose pages may call the API; if undefined, none may. */
  readonly allowOrigin?: () => string | undefined;
  readonly onAnswer?: (answered: AnsweredRequest) => void;
  readonly onFunctionError?: (functionName: string, error: unknown) => void;
};

export type AnsweredRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly status: number;
  readonly duration_ms: number;
};

export type Gateway = {
  readonly url: string;
  readonly port: number;
  /** Runs a function as another service of AWS would, with the same isolation. */
  readonly invoke: Invoker['invoke'];
  /** Accepts no new requests; waits up to `graceMs` for running functions. */
  readonly close: (graceMs?: number) => Promise<void>;
};

/** API Gateway's limit for a payload. */
const bodyLimitBytes = 10 * 1024 * 1024;

/** API Gateway refuses header lines above 10,240 bytes in total. */
const headerLimitBytes = 10_240;

/**
 * API Gateway's HTTP API on this machine: payload format 2.0 to the functions and back, and the gateway's own refusals (400, 413, 500, 503 with its
 * `{"message"}` body). If the port is taken, throws what `listen` throws.
 */
export const createGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { invoke, idle } = createInvoker(options.load, options.functionTimeoutMs ?? 29_000);
  const match = createRouteMatcher(options.routes);
  const server = createLoopbackServer(
    (request) => doorOf(options, request, readTarget(request.url ?? '')?.path ?? ''),
    (request, response) => {
      serve(request, response).catch((error: unknown) => {
        options.onFunctionError?.('gateway', error);
        if (!response.headersSent) refuse(response, 500);
      });
    },
    { maxHeaderSize: headerLimitBytes },
  );
  server.on('clientError', refuseMalformed);

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = readTarget(request.url ?? '');
    if (options.onAnswer) reportWhenAnswered(options.onAnswer, request, response, target?.path);
    if (!target) return refuse(response, 400);
    const route = match(request.method ?? '', target.path);
    const mount = route ? undefined : findMount(options.mounts, request, target.path);
    if (mount) return mount.handle(request, response);
    if (answerCors(request, response, options.allowOrigin?.())) return;
    const body = await readRequestBody(request, route?.max_body ?? bodyLimitBytes);
    if (body === 'gone') return;
    if (body === 'too_large') return refuse(response, 413);
    const event = toEvent(request, target, route, body);
    Object.assign(event.headers, options.front?.(event));
    await answer(response, route?.function ?? options.defaultFunction, event);
  };

  const answer = async (response: ServerResponse, functionName: string, event: unknown): Promise<void> => {
    const timeout = setTimeout(() => refuse(response, 503), options.timeoutMs ?? 30_000);
    try {
      const result = toAnswer(await invoke(functionName, event));
      if (!response.headersSent) writeAnswer(response, result);
    } catch (error) {
      options.onFunctionError?.(functionName, error);
      if (!response.headersSent) refuse(response, 500);
    } finally {
      clearTimeout(timeout);
    }
  };

  const { url, port } = await listen(server, options);
  const shut = async (graceMs: number): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    await idle(graceMs);
    server.closeIdleConnections();
    // Answers of functions that just ended may still be on their way to the socket.
    const cut = setTimeout(() => server.closeAllConnections(), 100);
    await closed;
    clearTimeout(cut);
  };
  let shutting: Promise<void> | undefined;
  const close = (graceMs = 5_000): Promise<void> => {
    shutting ??= shut(graceMs);
    return shutting;
  };
  return { url, port, invoke, close };
};

/** Functions check keys and tokens themselves. A PSP may send its customer back with a form, which names no site that we know, and in a frame. */
const doorOf = ({ mounts, allowOrigin }: GatewayOptions, request: IncomingMessage, path: string): Door => {
  const isReturn = /^\/v1\/checkout\/sessions\/[^/]+\/return$/.test(path);
  return (
    findMount(mounts, request, path)?.door ?? {
      onlyOwnUser: false,
      forms: isReturn,
      frames: isReturn,
      origins: (origin) => origin === allowOrigin?.(),
    }
  );
};

const reportWhenAnswered = (
  onAnswer: (answered: AnsweredRequest) => void,
  request: IncomingMessage,
  response: ServerResponse,
  path = request.url ?? '',
): void => {
  const started = performance.now();
  const { method = '', headers } = request;
  response.once('finish', () =>
    onAnswer({
      method,
      path,
      headers,
      status: response.statusCode,
      duration_ms: performance.now() - started,
    }),
  );
};

const findMount = (
  mounts: readonly Mount[] = [],
  request: IncomingMessage,
  path: string,
): Mount | undefined => mounts.find((mount) => isBelow(path, mount.path) && mount.only?.(request) !== false);

/** Of `/`, only itself. */
const isBelow = (path: string, top: string): boolean =>
  path === top || (top !== '/' && path.startsWith(`${top}/`));
