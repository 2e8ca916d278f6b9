import { connect, type Server, type Socket } from 'node:net';
import { refusalOf } from '../door/admit.ts';
import { AwsError } from './aws-error.ts';
import { checkSignature } from './check-signature.ts';
import type { Credentials } from './credentials.ts';
import type { WireRequest } from './wire.ts';

export type Place = { readonly host: string; readonly port: number };

const headLimitBytes = 16 * 1024;
/** DynamoDB's limit for a request. */
const bodyLimitBytes = 16 * 1024 * 1024;
/** For the first request to arrive. */
const patienceMs = 10_000;

/**
 * Passes connections on to a store that itself answers everybody. Nothing gets there before the connection's first request is whole, comes from a
 * program on this machine, and is signed with `credentials`. Whoever can sign one request can sign them all, so the rest of the connection is only
 * copied: a call costs as much as without this.
 */
export const relaySigned = (server: Server, store: Place, credentials: Credentials): void => {
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy());
    socket.setTimeout(patienceMs, () => socket.destroy());
    const chunks: Buffer[] = [];
    const collect = async (chunk: Buffer): Promise<void> => {
      chunks.push(chunk);
      try {
        const bytes = Buffer.concat(chunks);
        const request = readRequest(bytes);
        if (request === undefined) return;
        socket.off('data', collect).pause();
        await admit(request, credentials);
        copy(socket, store, bytes);
      } catch (error) {
        socket.off('data', collect);
        refuse(socket, error);
      }
    };
    socket.on('data', collect);
  });
};

type FirstRequest = WireRequest & { readonly url: string; readonly rawHeaders: string[] };

/** Undefined while it is not whole. */
const readRequest = (bytes: Buffer): FirstRequest | undefined => {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0 && bytes.length > headLimitBytes) throw malformed('Its head is too large.');
  if (end < 0) return undefined;
  const [line = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [, method = '', url = ''] = /^([A-Z]+) (\S+) HTTP\/1\.1$/.exec(line) ?? [];
  const rawHeaders = lines.flatMap((text) => headerOf(text));
  const headers = Object.fromEntries(pairs(rawHeaders));
  const length = Number(headers['content-length'] ?? 0);
  const fits = length >= 0 && length <= bodyLimitBytes;
  if (method === '' || !fits || 'transfer-encoding' in headers)
    throw malformed('It is not a call of an AWS client.');
  const body = bytes.subarray(end + 4, end + 4 + length);
  if (body.length < length) return undefined;
  const { pathname, searchParams } = new URL(url, 'http://local');
  return { method, url, path: decodeURIComponent(pathname), query: searchParams, headers, rawHeaders, body };
};

const headerOf = (line: string): readonly [string, string] => {
  const [, name, value] = /^([\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw malformed('A header is not one.');
  return [name.toLowerCase(), value];
};

const pairs = (list: readonly string[]): readonly (readonly [string, string])[] =>
  list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? ''] as const] : []));

const malformed = (message: string): AwsError => new AwsError('SerializationException', 400, message);

const admit = async (request: FirstRequest, credentials: Credentials): Promise<void> => {
  const refusal = refusalOf(request);
  if (refusal !== undefined) throw new AwsError('AccessDeniedException', 403, refusal);
  await checkSignature(request, credentials);
};

const copy = (socket: Socket, store: Place, first: Buffer): void => {
  socket.setTimeout(0);
  const there = connect(store);
  for (const [from, to] of [
    [socket, there],
    [there, socket],
  ] as const) {
    from.setNoDelay(true);
    from.once('error', () => to.destroy());
    from.once('close', () => to.destroy());
  }
  there.write(first);
  socket.pipe(there);
  there.pipe(socket);
};

const refuse = (socket: Socket, error: unknown): void => {
  const { code, status, message } =
    error instanceof AwsError ? error : new AwsError('InternalServerException', 500, String(error));
  const body = JSON.stringify({ __type: code, message });
  // What still comes is read and dropped, so that the caller sees the refusal and not a reset.
  socket.resume();
  socket.end(
    [
      `HTTP/1.1 ${status} ${code}`,
      'content-type: application/x-amz-json-1.0',
      `x-amzn-errortype: ${code}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
};
