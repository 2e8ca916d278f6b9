import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Matched } from './create-route-matcher.ts';
import type { Target } from './read-target.ts';

/**
 * The event of payload format 2.0. Source: "Create AWS Lambda proxy integrations for HTTP APIs"; the rest is as observed on the deployed service:
 * path decoded, query as sent, `content-length` always present, hop-by-hop headers omitted.
 */
export const toEvent = (
  request: IncomingMessage,
  target: Target,
  route: Matched | undefined,
  body: Buffer | undefined,
): APIGatewayProxyEventV2 => {
  const { headers, cookies } = readHeaders(request, body);
  const method = request.method ?? '';
  const routeKey = route ? `${method} ${route.path}` : '$default';
  const isBase64Encoded = body !== undefined && !isText(headers['content-type'], body);
  const domainName = (headers.host ?? '').replace(/:\d+$/, '');
  const now = Date.now();
  return {
    version: '2.0',
    routeKey,
    rawPath: target.path,
    rawQueryString: target.rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(target.query && { queryStringParameters: target.query }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.')[0] ?? '',
      http: {
        method,
        path: target.path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: sourceIp(request),
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: `${randomUUID().replaceAll('-', '').slice(0, 15)}=`,
      routeKey,
      stage: '$default',
      time: logTime(now),
      timeEpoch: now,
    },
    ...(body && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    ...(route?.parameters && { pathParameters: route.parameters }),
    isBase64Encoded,
  };
};

const hopByHop = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const readHeaders = (request: IncomingMessage, body: Buffer | undefined) => {
  const headers: Record<string, string> = Object.create(null);
  const cookies: string[] = [];
  const { rawHeaders } = request;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    const value = rawHeaders[index + 1] ?? '';
    if (name === 'cookie') cookies.push(...value.split(';'));
    else if (!hopByHop.has(name)) headers[name] = name in headers ? `${headers[name]},${value}` : value;
  }
  const forwarded = headers['x-forwarded-for'];
  headers['content-length'] = String(body?.length ?? 0);
  headers['x-amzn-trace-id'] ??= traceId();
  headers['x-forwarded-for'] = forwarded ? `${forwarded}, ${sourceIp(request)}` : sourceIp(request);
  headers['x-forwarded-port'] ??= String(request.socket.localPort ?? '');
  headers['x-forwarded-proto'] ??= 'http';
  return { headers, cookies: cookies.map((cookie) => cookie.trim()).filter((cookie) => cookie !== '') };
};

/**
 * The documentation says only that binary content is base64-encoded. The deployed service passes `text/*` and three application types as text, and
 * encodes everything else, including forms and bodies without a type. Text that is not UTF-8 is encoded too, so that no byte is lost.
 */
const isText = (contentType: string | undefined, body: Buffer): boolean =>
  /^\s*(text\/|application\/(json|xml|javascript)\s*(;|$))/i.test(contentType ?? '') && isUtf8(body);

const sourceIp = (request: IncomingMessage) => (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');

const traceId = () =>
  `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${randomUUID().replaceAll('-', '').slice(0, 24)}`;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `20/Nov/2026:10:52:29 +0000` */
const logTime = (now: number): string => {
  const [date = '', time = ''] = new Date(now).toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${months[Number(month) - 1]}/${year}:${time.slice(0, 8)} +0000`;
};
