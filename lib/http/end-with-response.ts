import type { Context } from 'aws-lambda';
import { ApiError } from '../types/api-error.ts';
import type { LogRecord } from '../types/ports.ts';
import type { Call, EndpointEnvironment, HttpEvent, HttpResult } from './call.ts';
import type { ConsoleRoute } from './console-routes.ts';
import { type IdempotentCall, idempotentCall, readIdempotencyKey } from './idempotency.ts';
import type { Middleware } from './middleware.ts';
import { readRawBody } from './read-body.ts';
import { createRenderer } from './renderer.ts';
import { respond, respondToError } from './respond.ts';
import type { Route } from './routes.ts';

/** Gives the call its request id, always ends it with a response, and logs one line for it. */
export const endWithResponse = (
  environment: EndpointEnvironment,
  route: Route | ConsoleRoute,
): Middleware => ({
  open: (event, context) => openCall(environment, route, event, context),
  after: async (call, reply) => {
    if (!('error' in reply)) return finish(environment, call, await respond(reply, call));
    const { request_id } = call;
    const result = await respondToError(reply.error, { request_id, docs_url: environment.docs_url, call });
    return finish(environment, call, result, reply.error.code);
  },
  onError: async (call, error) => {
    const request_id = call?.request_id ?? environment.requestId();
    const met = error instanceof ApiError ? error : internal(error);
    const refusal = shown(met, call?.view);
    if (refusal.code === 'internal') (call?.log ?? environment.log)(defect(error));
    if (refusal.code === 'not_configured')
      (call?.log ?? environment.log)({ event: 'not_configured', missing: met.message });
    const result = await respondToError(refusal, { request_id, docs_url: environment.docs_url, call });
    return finish(environment, call, result, refusal.code);
  },
});

/** The call before the middlewares have added their results. */
const openCall = (
  environment: EndpointEnvironment,
  route: Route | ConsoleRoute,
  event: HttpEvent,
  context: Context,
): Call => {
  const { clock, docs_url, pages_url, tokens, sessionNames } = environment;
  const started = clock.now();
  const request_id = environment.requestId();
  const call: Call = {
    ...unauthenticated,
    method: event.requestContext.http.method,
    raw_path: event.rawPath,
    raw_body: () => readRawBody(event, route.max_body ?? 0),
    request_id,
    started,
    deadline: started + context.getRemainingTimeInMillis(),
    log: (entry) => environment.log({ request_id, route: route.function, ...call.caller, ...entry }),
    tokens,
    sessionNames,
    render: createRenderer({ now: clock.now, request_id, docs_url, pages_url }),
    path: defined(event.pathParameters),
    query: defined(event.queryStringParameters),
    headers: defined(event.headers),
    cookies: event.cookies ?? [],
    client_ip: event.requestContext.http.sourceIp,
    body: undefined,
    idempotent: (target, body = call.body) => readIdempotentCall(call, route, target, body),
  };
  return call;
};

/** Nobody is known to have called, so nothing is allowed. */
const unauthenticated = {
  caller: { token: 'none' },
  by: undefined,
  api_key: undefined,
  person: undefined,
  masked: false,
  view: 'redacted',
  may_pay: false,
  by_link: false,
  may: () => false,
} satisfies Partial<Call>;

const readIdempotentCall = async (
  { headers, view, tokens }: Call,
  route: Route | ConsoleRoute,
  target: string,
  body: unknown,
): Promise<IdempotentCall | undefined> => {
  const key = readIdempotencyKey(headers['idempotency-key']);
  if (key === undefined) return undefined;
  const secrets = await tokens.records();
  return idempotentCall({ secrets, endpoint: route.function, target, view, key, body });
};

const defined = (
  record: Readonly<Record<string, string | undefined>> | undefined,
): Readonly<Record<string, string>> => (record ?? {}) as Readonly<Record<string, string>>;

const finish = (
  environment: EndpointEnvironment,
  call: Call | undefined,
  result: HttpResult,
  code?: string,
): HttpResult => {
  (call?.log ?? environment.log)({
    event: 'request',
    status: result.statusCode,
    code,
    duration_ms: call ? environment.clock.now() - call.started : null,
  });
  return result;
};

/** Missing setup, and what is only for the merchant, is shown to an API key and at the console, never to a customer's browser. */
const shown = (error: ApiError, view: Call['view'] | undefined): ApiError => {
  const { code, message, details } = error;
  if (view === 'full')
    return details.for_merchant === undefined
      ? error
      : new ApiError(code, `${message} ${details.for_merchant}`, details);
  return code === 'not_configured'
    ? new ApiError('not_configured', 'The service is not set up yet.', { cause: error })
    : error;
};

const internal = (cause: unknown): ApiError =>
  new ApiError(
    'internal',
    'Something went wrong on our side. You can send the request again with the same Idempotency-Key.',
    { cause },
  );

/** Where the error was thrown and its kind. Its message can contain input and is never logged. */
const defect = (error: unknown): LogRecord => ({
  event: 'defect',
  name: error instanceof Error ? error.name : typeof error,
  stack:
    error instanceof Error
      ? error.stack
          ?.split('\n')
          .filter((line) => /^\s+at /.test(line))
          .slice(0, 8)
          .join('|')
      : undefined,
});
