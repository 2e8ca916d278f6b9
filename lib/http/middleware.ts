import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Call, HttpEvent, HttpHandler, HttpResult, Reply } from './call.ts';

/** Its hooks get the call itself: Middy's types do not know what its context carries. */
export type Middleware = {
  /** Of the first middleware only: begins the call. */
  readonly open?: (event: HttpEvent, context: Context) => Call;
  readonly before?: (call: Call, event: HttpEvent) => Promise<void> | void;
  readonly after?: (call: Call, reply: Reply) => Promise<HttpResult>;
  /** `call` is undefined if it could not be opened. */
  readonly onError?: (call: Call | undefined, error: unknown) => Promise<HttpResult>;
};

type CallContext = Context & { call?: Call };

/** Runs an endpoint's function within its middlewares. */
export const wrapFunction = (
  middlewares: readonly Middleware[],
  run: (call: Call) => Promise<Reply>,
): HttpHandler => {
  const wrapped = middy<HttpEvent, unknown, Error, CallContext>();
  for (const middleware of middlewares) wrapped.use(toMiddy(middleware));
  return wrapped.handler((_event: HttpEvent, context: CallContext) =>
    run(context.call as Call),
  ) as unknown as HttpHandler;
};

/** A value that Middy's `before` returns would be the response. */
const toMiddy = ({
  open,
  before,
  after,
  onError,
}: Middleware): MiddlewareObj<HttpEvent, unknown, Error, CallContext> => ({
  before: async ({ event, context }) => {
    if (open) context.call = open(event, context);
    await before?.(context.call as Call, event);
  },
  ...(after && {
    after: async (request) => {
      request.response = await after(request.context.call as Call, request.response as Reply);
    },
  }),
  ...(onError && {
    onError: async (request) => {
      request.response = await onError(request.context.call, request.error);
    },
  }),
});
