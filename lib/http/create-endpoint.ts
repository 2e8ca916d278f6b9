import { authenticate } from './authenticate.ts';
import type { Call, EndpointEnvironment, HttpHandler, HttpResult, PathOf, Reply } from './call.ts';
import { cameThroughFront } from './came-through-front.ts';
import type { ConsoleRoute } from './console-routes.ts';
import { endWithResponse } from './end-with-response.ts';
import { wrapFunction } from './middleware.ts';
import { type BodySchema, parseBody } from './parse-body.ts';
import type { Route } from './routes.ts';

/**
 * The one wrapper. A call that did not come through a distribution in front is refused first, with the gateway's own response: the function's address
 * is not the API's. Then, in order: request id, token and scope, body, schema, the function, the response. Every failure is returned in the API's
 * error shape; anything but an `ApiError` is 500 `internal` and is logged without its message. A function declares its needs and calls one use case.
 */
export const createEndpoint =
  (environment: EndpointEnvironment) =>
  <const R extends Route | ConsoleRoute, Body = undefined>(
    route: R,
    schema: BodySchema<Body> | undefined,
    run: (call: Call<Body, PathOf<R['path']>>) => Promise<Reply>,
  ): HttpHandler => {
    const handle = wrapFunction(
      [endWithResponse(environment, route), authenticate(environment, route), parseBody(schema)],
      (call) => run(call as Call<Body, PathOf<R['path']>>),
    );
    return async (event, context) =>
      cameThroughFront(event.headers, environment.originProofs()) ? handle(event, context) : forbidden;
  };

/** API Gateway's wording. No line is logged: the gateway's log has the call. */
const forbidden: HttpResult = {
  statusCode: 403,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"Forbidden"}',
};
