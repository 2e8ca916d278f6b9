import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GatewayAnswer } from './to-answer.ts';

/** Throws before writing anything if a header cannot be written. */
export const writeAnswer = (
  response: ServerResponse,
  { status, headers, cookies, body }: GatewayAnswer,
): void => {
  const empty = status === 204 || status === 304;
  const lines: string[] = [];
  for (const [name, value] of Object.entries(headers))
    if (!empty || name !== 'content-type') lines.push(name, value);
  for (const cookie of cookies) lines.push('set-cookie', cookie);
  if (!empty) lines.push('content-length', String(Buffer.byteLength(body)));
  lines.push('apigw-requestid', `${randomUUID().replaceAll('-', '').slice(0, 15)}=`);
  response.writeHead(status, lines);
  response.end(empty ? undefined : body);
};

const messages = {
  400: 'Bad Request',
  413: 'Request Entity Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

/** The gateway's own answers. */
export const refuse = (response: ServerResponse, status: keyof typeof messages): void => {
  if (status === 413) response.shouldKeepAlive = false;
  writeAnswer(response, {
    status,
    headers: { 'content-type': 'application/json' },
    cookies: [],
    body: JSON.stringify({ message: messages[status] }),
  });
};

const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** For bytes that are not an HTTP request, which have no response object. */
export const refuseMalformed = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = statuses[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify({ message: status.slice(4) });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
};
