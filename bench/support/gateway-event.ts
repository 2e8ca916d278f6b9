import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Route } from '../../lib/http/routes.ts';

export type EventOf = {
  readonly route: Pick<Route, 'method' | 'path'>;
  readonly token?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent unchanged if it is text, otherwise as JSON. */
  readonly body?: unknown;
};

/** A request as API Gateway passes it to a function, payload format 2.0. */
export const gatewayEvent = ({
  route,
  token,
  path = {},
  query = {},
  headers = {},
  body,
}: EventOf): APIGatewayProxyEventV2 => {
  const rawPath = route.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');
  return {
    version: '2.0',
    routeKey: `${route.method} ${route.path}`,
    rawPath,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      host: 'api.example',
      'user-agent': 'bench',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'bench',
      domainName: 'api.example',
      domainPrefix: 'api',
      http: {
        method: route.method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: '192.0.2.1',
        userAgent: 'bench',
      },
      requestId: 'bench',
      routeKey: `${route.method} ${route.path}`,
      stage: '$default',
      time: '20/Nov/2026:10:52:29 +0000',
      timeEpoch: 1_795_171_949_000,
    },
    pathParameters: path,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
  };
};
