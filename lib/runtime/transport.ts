import {
  type ClientRequest,
  type IncomingMessage,
  Agent as PlainAgent,
  request as plainRequest,
} from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { HttpRequest, HttpResponse, HttpTransport } from '../types/transport.ts';
import { createTlsAgent, resetSocket } from './resettable-agent.ts';

/** Milliseconds. */
const connectLimit = 2_000;
const idleLimit = 4_000;
/** Bytes. */
const bodyLimit = 1_048_576;

/** Without a name, firewalls block a request: AWS's core rules, Cloudflare. */
const named = { 'user-agent': 'payment-routing', 'accept-encoding': 'identity' };

type UnknownReason = Extract<HttpResponse, { kind: 'lost' }>['doubt'];
type GiveUp = (doubt: UnknownReason, cause: string) => void;
type Idle = { readonly since: WeakMap<object, number>; readonly now: () => number };

/**
 * HTTP with keep-alive that always says whether the PSP can have received the request. Nothing is written before the connection (and TLS) is
 * established: a failure until then is `not_sent`; a later one, or any on a reused connection, is `lost`. One exchange, no retry, no redirect. `now`
 * is Unix milliseconds; `lookup` replaces the system's look-up of a host name.
 */
export const createTransport = ({
  now = Date.now,
  lookup,
}: {
  readonly now?: () => number;
  readonly lookup?: LookupFunction;
} = {}): HttpTransport => {
  const options = { keepAlive: true, ...(lookup && { lookup }) };
  const plain = new PlainAgent(options);
  const tls = createTlsAgent(options, connectLimit);
  const idle: Idle = { since: new WeakMap(), now };

  return (request) => {
    dropIdle(plain, idle);
    dropIdle(tls, idle);
    return exchange(request, idle, (options) =>
      request.url.startsWith('https:')
        ? tlsRequest(request.url, { ...options, agent: tls })
        : plainRequest(request.url, { ...options, agent: plain }),
    );
  };
};

/**
 * No timer runs in a frozen process, so a socket's idle time is read from the clock when it is used. If the clock went back, the idle time is not
 * certain, and the socket is dropped too.
 */
const dropIdle = (agent: PlainAgent, { since, now }: Idle): void => {
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of [...(sockets ?? [])]) {
      const idle = now() - (since.get(socket) ?? Number.NEGATIVE_INFINITY);
      if (idle < 0 || idle > idleLimit) socket.destroy();
    }
  }
};

type Start = (options: {
  readonly method: string;
  readonly headers: Record<string, string | number>;
}) => ClientRequest;

const exchange = (
  { method, headers, body, timeout_ms, until = Number.POSITIVE_INFINITY }: HttpRequest,
  idle: Idle,
  start: Start,
): Promise<HttpResponse> =>
  new Promise((resolve) => {
    const now = idle.now();
    const end = Math.min(now + timeout_ms, until);
    if (end <= now) return resolve({ kind: 'not_sent', cause: 'timeout' });
    const deadline = setTimeout(() => giveUp('timeout', 'timeout'), end - now);
    const outcome = createOutcome((response) => {
      clearTimeout(deadline);
      resolve(response);
    });
    const giveUp: GiveUp = (doubt, cause) => {
      outcome.fail(doubt, cause);
      if (outgoing?.socket) resetSocket(outgoing.socket);
      outgoing?.destroy();
    };

    let outgoing: ClientRequest | undefined;
    try {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      outgoing = start({ method, headers: { ...named, ...headers, ...length } });
    } catch (error) {
      outcome.fail('connection_lost', causeOf(error));
      return;
    }
    onConnection(outgoing, Math.min(connectLimit, end - now), giveUp, (connected) => {
      if (outcome.isSettled()) return;
      // In a process that was frozen, the timer fires late.
      if (idle.now() > end) return giveUp('timeout', 'timeout');
      outcome.sending();
      connected.end(body);
    });
    onResponse(outgoing, idle, outcome, giveUp);
  });

/** The one result of an exchange; whatever comes after the first changes nothing. */
type Outcome = {
  readonly isSettled: () => boolean;
  /** Called just before the first byte is written. Only before it does a failure prove that nothing was sent. */
  readonly sending: () => void;
  readonly answer: (response: HttpResponse) => void;
  readonly fail: GiveUp;
};

const createOutcome = (settle: (response: HttpResponse) => void): Outcome => {
  let sent = false;
  let settled = false;
  const answer = (response: HttpResponse): void => {
    if (settled) return;
    settled = true;
    settle(response);
  };
  return {
    isSettled: () => settled,
    sending: () => {
      sent = true;
    },
    answer,
    fail: (doubt, cause) => answer(sent ? { kind: 'lost', doubt, cause } : { kind: 'not_sent', cause }),
  };
};

/** Calls `send` once the request has an established connection: at once on a reused one, after the handshakes on a new one. */
const onConnection = (
  outgoing: ClientRequest,
  limit_ms: number,
  giveUp: GiveUp,
  send: (connected: ClientRequest) => void,
): void => {
  const limit = setTimeout(() => giveUp('timeout', 'connect_timeout'), limit_ms);
  outgoing.once('close', () => clearTimeout(limit));
  const start = (): void => {
    clearTimeout(limit);
    send(outgoing);
  };
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) return start();
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      socket.setNoDelay(true);
      start();
    });
  });
};

/** Settles the exchange by the response, or by whatever ends it without one. */
const onResponse = (outgoing: ClientRequest, idle: Idle, outcome: Outcome, giveUp: GiveUp): void => {
  outgoing.on('error', (error) =>
    outcome.fail(isMalformed(error) ? 'unreadable_answer' : 'connection_lost', causeOf(error)),
  );
  outgoing.once('close', () => outcome.fail('connection_lost', 'closed'));
  outgoing.once('response', (incoming) => {
    // Read now: when the response ends, the socket is back with the agent.
    const { socket } = incoming;
    receive(incoming, giveUp, (response) => {
      idle.since.set(socket, idle.now());
      outcome.answer(response);
    });
  });
};

const receive = (incoming: IncomingMessage, giveUp: GiveUp, done: (response: HttpResponse) => void): void => {
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > bodyLimit) giveUp('unreadable_answer', 'body_too_large');
    else chunks.push(chunk);
  });
  incoming.once('error', (error) => giveUp('connection_lost', causeOf(error)));
  incoming.once('end', () => {
    if (incoming.complete)
      done({
        kind: 'answered',
        status: incoming.statusCode ?? 0,
        headers: flatten(incoming),
        body: Buffer.concat(chunks).toString('utf8'),
      });
  });
};

const flatten = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );

/** Only the code: a message could contain data that was sent. */
const causeOf = (error: unknown): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'error';
};

/** Node's HTTP parser rejected the response. */
const isMalformed = (error: Error): boolean => causeOf(error).startsWith('HPE_');
