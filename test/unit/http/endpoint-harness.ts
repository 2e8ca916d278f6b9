import type { Context } from 'aws-lambda';
import type { Call, HttpEvent, Reply, SessionNames } from '../../../lib/http/call.ts';
import type { ConsoleRoute } from '../../../lib/http/console-routes.ts';
import type { ConsoleSettings } from '../../../lib/http/console-settings.ts';
import { createEndpoint } from '../../../lib/http/create-endpoint.ts';
import type { BodySchema } from '../../../lib/http/parse-body.ts';
import type { Route } from '../../../lib/http/routes.ts';
import type { TokenSecrets } from '../../../lib/http/token-secrets.ts';
import type { ApiKeys, LogRecord } from '../../../lib/types/ports.ts';
import type { SignIn } from '../../../lib/types/sign-in.ts';
import { tokenSecrets, tokensOf } from './secrets.ts';

export type Given = {
  readonly route: Route | ConsoleRoute;
  readonly schema?: BodySchema<unknown>;
  readonly run?: (call: Call) => Promise<Reply>;
  readonly keys?: ApiKeys['find'];
  readonly tokens?: TokenSecrets;
  readonly originProofs?: readonly string[];
  readonly livemode?: boolean;
  readonly console?: ConsoleSettings;
  readonly signIns?: readonly SignIn[];
  readonly cookies?: string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly sessionNames?: SessionNames;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
};

export type Answered = {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | number | boolean>>;
  /** The parsed body. */
  readonly body: { readonly error?: Readonly<Record<string, unknown>> } & Readonly<Record<string, unknown>>;
  readonly text: string | undefined;
  readonly reported: readonly LogRecord[];
};

/** When it is called. */
export const now_ms = 1_800_000_000_000;

export const requestId = 'req_00000000000000000000000001';

/** One call through the wrapper as a function has it, with nothing real behind it. */
export const callEndpoint = async (given: Given): Promise<Answered> => {
  const reported: LogRecord[] = [];
  const handler = createEndpoint({
    apiKeys: { find: given.keys ?? (async () => ({ id: 'k1', name: '', scopes: [], livemode: false })) },
    sessionNames: given.sessionNames ?? (async () => undefined),
    originProofs: () => given.originProofs ?? [],
    tokens: given.tokens ?? tokensOf(async () => tokenSecrets),
    console: () => given.console,
    signIns: async () => ({ rev: 1, sign_ins: given.signIns ?? [] }),
    clock: { now: () => now_ms, sleep: async () => {} },
    log: (event) => reported.push(event),
    requestId: () => requestId,
    livemode: given.livemode ?? false,
    docs_url: 'https://docs.example/errors',
  })(given.route, given.schema as BodySchema<unknown>, async (call) =>
    (given.run ?? (async () => ({ json: {} })))(call as Call),
  );
  const result = await handler(eventOf(given), context);
  return {
    status: result.statusCode,
    headers: result.headers ?? {},
    body: result.body === undefined ? {} : JSON.parse(result.body),
    text: result.body,
    reported,
  };
};

const context = { getRemainingTimeInMillis: () => 29_000 } as Context;

const eventOf = ({
  route,
  headers = {},
  path,
  query,
  body,
  cookies,
  isBase64Encoded = false,
}: Given): HttpEvent => ({
  version: '2.0',
  routeKey: `${route.method} ${route.path}`,
  rawPath: route.path,
  rawQueryString: '',
  headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  ...(cookies && { cookies }),
  ...(path && { pathParameters: path }),
  ...(query && { queryStringParameters: query }),
  requestContext: {
    accountId: '',
    apiId: '',
    domainName: '',
    domainPrefix: '',
    http: {
      method: route.method,
      path: route.path,
      protocol: 'HTTP/1.1',
      sourceIp: '192.0.2.1',
      userAgent: '',
    },
    requestId: '',
    routeKey: '',
    stage: '$default',
    time: '',
    timeEpoch: 0,
  },
  ...(body !== undefined && { body }),
  isBase64Encoded,
});
