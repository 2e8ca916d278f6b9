import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { mock } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createTransport } from '../../../lib/runtime/transport.ts';
import type { HttpRequest, HttpResponse } from '../../../lib/types/transport.ts';
import { testCertificate } from '../../tools/test-certificate.ts';

type Cleanup = () => unknown;
const cleanups: Cleanup[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const listen = async (server: Server): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((closed) => server.close(closed));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const serve = (listener: RequestListener): Promise<number> => listen(createHttpServer(listener));

/** A bare TCP server, for answers no HTTP server would give. */
const serveTcp = (onConnection: (socket: Socket) => void): Promise<number> =>
  listen(createServer(onConnection));

const trustTestCertificate = (): void => {
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, testCertificate.cert]);
  cleanups.push(() => setDefaultCACertificates(trusted));
};

const post = (port: number, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  url: `http://127.0.0.1:${port}/pay`,
  headers: { 'content-type': 'text/plain' },
  body: 'amount=1',
  timeout_ms: 600_000,
  ...more,
});

/** Nothing can have been sent. */
describe('not_sent', () => {
  test('connection refused', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));

    expect(await createTransport()(post(port))).toEqual({ kind: 'not_sent', cause: 'ECONNREFUSED' });
  });

  test('a process that stood still until its time was over: its timer is late, and nothing is written', async () => {
    const received: string[] = [];
    const port = await serveTcp((socket) => socket.on('data', (bytes) => received.push(bytes.toString())));
    let now = 1_763_630_000_000;
    const answer = createTransport({ now: () => now })(post(port));
    now += 600_001;
    expect(await answer).toEqual({ kind: 'not_sent', cause: 'timeout' });
    expect(received).toEqual([]);
  });

  test('an exchange of a call that is over, however much time it has itself', async () => {
    const requests: string[] = [];
    const port = await serve((_, response) => {
      requests.push('');
      response.end('{}');
    });
    const transport = createTransport({ now: () => 5_000 });
    expect(await transport(post(port, { until: 5_000 }))).toEqual({ kind: 'not_sent', cause: 'timeout' });
    expect(await transport(post(port, { until: 65_000 }))).toMatchObject({ kind: 'answered' });
    expect(requests).toHaveLength(1);
  });

  test('a name that does not resolve', async () => {
    const answer = await createTransport()(post(1, { url: 'http://psp.invalid/pay' }));
    expect(answer.kind).toBe('not_sent');
  });

  test('a connection nobody accepts: the connect limit of 2 s, without waiting for the time-out', async () => {
    const port = await blackHole();
    expect(await createTransport()(post(port, { timeout_ms: 60_000 }))).toEqual({
      kind: 'not_sent',
      cause: 'connect_timeout',
    });
  });

  test('a connection nobody accepts: a time-out below the connect limit', async () => {
    const port = await blackHole();
    const answer = await createTransport()(post(port, { timeout_ms: 50 }));
    expect(answer.kind).toBe('not_sent');
  });

  test('a TLS handshake that stalls, with not a byte of the request before it', async () => {
    const received: Buffer[] = [];
    const port = await serveTcp((socket) => socket.on('data', (chunk) => received.push(chunk)));
    const answer = await createTransport()(
      post(port, { url: `https://127.0.0.1:${port}/`, timeout_ms: 200 }),
    );
    expect(answer.kind).toBe('not_sent');
    expect(Buffer.concat(received).includes('amount')).toBe(false);
  });

  test('an untrusted certificate', async () => {
    const requests: unknown[] = [];
    const port = await listen(createHttpsServer(testCertificate, (request) => requests.push(request)));
    expect(await createTransport()(post(port, { url: `https://localhost:${port}/` }))).toEqual({
      kind: 'not_sent',
      cause: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    expect(requests).toHaveLength(0);
  });

  test('a peer that does not speak TLS', async () => {
    const port = await serveTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const answer = await createTransport()(post(port, { url: `https://127.0.0.1:${port}/` }));
    expect(answer.kind).toBe('not_sent');
  });

  test('a header that cannot be written, without its value in the cause', async () => {
    const answer = await createTransport()(post(1, { headers: { authorization: 'Bearer sk_live\nx' } }));
    expect(answer).toEqual({ kind: 'not_sent', cause: 'ERR_INVALID_CHAR' });
  });
});

/** It may have been sent: nobody knows. */
describe('lost', () => {
  test('reset before anything was read, the request being on its way', async () => {
    const server = createServer({ pauseOnConnect: true }, async (socket) => {
      // The client learns of its connection in one of the next turns of the loop they share, and writes at once.
      for (let turn = 0; turn < 10; turn += 1) await idle();
      socket.resetAndDestroy();
    });
    const port = await listen(server);
    expect(await createTransport()(post(port))).toMatchObject({ kind: 'lost', doubt: 'connection_lost' });
  });

  test('reset after the request was read', async () => {
    const port = await serveTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await createTransport()(post(port))).toEqual({
      kind: 'lost',
      doubt: 'connection_lost',
      cause: 'ECONNRESET',
    });
  });

  test('closed without an answer', async () => {
    const port = await serveTcp((socket) => socket.once('data', () => socket.end()));
    expect(await createTransport()(post(port))).toMatchObject({ kind: 'lost', doubt: 'connection_lost' });
  });

  /** What comes of a request whose time is over once `reached` is: the machine takes as long as it takes to get there. */
  const outOfTime = async (port: number, reached: Promise<unknown>): Promise<HttpResponse> => {
    mock.timers.enable({ apis: ['setTimeout'] });
    cleanups.push(() => mock.timers.reset());
    const answer = createTransport()(post(port, { timeout_ms: 150 }));
    await reached;
    mock.timers.tick(150);
    return answer;
  };

  test('a stall before the headers', async () => {
    const received = Promise.withResolvers<void>();
    const port = await serveTcp((socket) => socket.once('data', () => received.resolve()));
    expect(await outOfTime(port, received.promise)).toEqual({
      kind: 'lost',
      doubt: 'timeout',
      cause: 'timeout',
    });
  });

  test('a stall in the body: the deadline covers it', async () => {
    const begun = Promise.withResolvers<void>();
    const port = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"status":', () => setImmediate(() => void idle().then(begun.resolve)));
    });
    expect(await outOfTime(port, begun.promise)).toEqual({
      kind: 'lost',
      doubt: 'timeout',
      cause: 'timeout',
    });
  });

  test('a body cut short', async () => {
    const port = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"status":');
      setImmediate(() => response.socket?.destroy());
    });
    expect(await createTransport()(post(port))).toMatchObject({ kind: 'lost', doubt: 'connection_lost' });
  });

  test('a body over 1 MiB', async () => {
    const port = await serve((_, response) => response.end(Buffer.alloc(1_048_577)));
    expect(await createTransport()(post(port))).toEqual({
      kind: 'lost',
      doubt: 'unreadable_answer',
      cause: 'body_too_large',
    });
  });

  test('bytes that are not HTTP', async () => {
    const port = await serveTcp((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n')));
    expect(await createTransport()(post(port))).toMatchObject({ kind: 'lost', doubt: 'unreadable_answer' });
  });

  test('any failure on a reused connection, even if nothing was read', async () => {
    const connections: Socket[] = [];
    const port = await serveTcp((socket) => {
      connections.push(socket);
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        socket.once('data', () => socket.resetAndDestroy());
      });
    });
    const transport = createTransport({ now: () => 0 });
    expect(await transport(post(port))).toMatchObject({ kind: 'answered', status: 200 });
    await idle();
    expect(await transport(post(port))).toMatchObject({ kind: 'lost', doubt: 'connection_lost' });
    expect(connections).toHaveLength(1);
  });
});

describe('answered', () => {
  test('status, headers and body as they came; what was sent is what was asked for', async () => {
    const received: unknown[] = [];
    const port = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        received.push([request.method, request.url, request.headers['content-length'], body]);
        response.writeHead(402, { 'X-Request': 'r1', 'set-cookie': ['a=1', 'b=2'] });
        response.end('{"é":1}');
      });
    });
    expect(await createTransport()(post(port, { body: 'name=é' }))).toMatchObject({
      kind: 'answered',
      status: 402,
      headers: { 'x-request': 'r1', 'set-cookie': 'a=1, b=2' },
      body: '{"é":1}',
    });
    expect(received).toEqual([['POST', '/pay', '7', 'name=é']]);
  });

  test('the request says which program sends it, or the firewalls of many servers would block it', async () => {
    const port = await serve((request, response) => response.end(request.headers['user-agent']));
    expect(await createTransport()(post(port))).toMatchObject({ body: 'payment-routing' });
  });

  test('HTML is an answer: what it means is the adapter’s matter', async () => {
    const port = await serve((_, response) => response.end('<html>'));
    expect(await createTransport()(post(port))).toMatchObject({
      kind: 'answered',
      status: 200,
      body: '<html>',
    });
  });

  test('a body of exactly 1 MiB', async () => {
    const port = await serve((_, response) => response.end(Buffer.alloc(1_048_576, 'a')));
    const answer = await createTransport()(post(port));
    expect(answer.kind === 'answered' && answer.body.length).toBe(1_048_576);
  });

  test('a redirect is not followed, an error is not repeated', async () => {
    let requests = 0;
    const port = await serve((_, response) => {
      requests += 1;
      response.writeHead(requests === 1 ? 307 : 503, { location: '/elsewhere' }).end();
    });
    const transport = createTransport();
    expect(await transport(post(port))).toMatchObject({ kind: 'answered', status: 307 });
    expect(await transport(post(port))).toMatchObject({ kind: 'answered', status: 503 });
    expect(requests).toBe(2);
  });

  test('over TLS, once the certificate is trusted', async () => {
    trustTestCertificate();
    const port = await listen(createHttpsServer(testCertificate, (_, response) => response.end('{}')));
    const transport = createTransport({ now: () => 0 });
    const request = post(port, { url: `https://localhost:${port}/` });
    expect(await transport(request)).toMatchObject({ kind: 'answered', body: '{}' });
    await idle();
    expect(await transport(request)).toMatchObject({ kind: 'answered', body: '{}' });
  });

  test('over TLS, if the name has an address that refuses before the one that answers', async () => {
    trustTestCertificate();
    const port = await listen(createHttpsServer(testCertificate, (_, response) => response.end('{}')));
    const transport = createTransport({
      lookup: (_, __, done) =>
        done(null, [
          { address: '::1', family: 6 },
          { address: '127.0.0.1', family: 4 },
        ]),
    });
    const answer = await transport(post(port, { url: `https://localhost:${port}/` }));
    expect(answer).toMatchObject({ kind: 'answered', body: '{}' });
  });
});

describe('a request that is given up', () => {
  // A reset makes the kernel drop what it has not sent yet; an ordinary end would send it first, even minutes later.
  test.each(['http', 'https'])('resets its connection over %s', async (protocol) => {
    trustTestCertificate();
    const ended = Promise.withResolvers<unknown>();
    const watch = (socket: Socket) =>
      socket.once('error', ended.resolve).once('end', () => ended.resolve('an ordinary end'));
    const server =
      protocol === 'http'
        ? createHttpServer().on('connection', watch)
        : createHttpsServer(testCertificate).on('secureConnection', watch);
    const port = await listen(server);
    const request = post(port, { url: `${protocol}://localhost:${port}/`, timeout_ms: 300 });
    expect(await createTransport()(request)).toMatchObject({ kind: 'lost', doubt: 'timeout' });
    expect(await ended.promise).toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('keep-alive', () => {
  const connectionsAfter = async (pause_ms: number): Promise<number> => {
    let connections = 0;
    const server = createHttpServer((_, response) => response.end('{}'));
    server.on('connection', () => {
      connections += 1;
    });
    const port = await listen(server);
    let now = 1_763_630_000_000;
    const transport = createTransport({ now: () => now });
    await transport(post(port));
    await idle();
    now += pause_ms;
    expect(await transport(post(port))).toMatchObject({ kind: 'answered', status: 200 });
    return connections;
  };

  test('a connection idle for 4 s is used again', async () => expect(await connectionsAfter(4_000)).toBe(1));
  test('one idle for longer is not, though no timer ran meanwhile', async () =>
    expect(await connectionsAfter(4_001)).toBe(2));
  test('nor is any after the clock went back', async () => expect(await connectionsAfter(-1)).toBe(2));
});

/** Lets the agent take back the connection of the exchange before. */
const idle = (): Promise<void> => new Promise((done) => setImmediate(() => setImmediate(done)));

/**
 * A port whose queue of connections is full and that never accepts one: the kernel drops every further SYN. A thread that listens and then
 * sleeps does it, filled until a connection hangs.
 */
const blackHole = async (): Promise<number> => {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer();
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       setImmediate(() => {
         parentPort.postMessage(server.address().port);
         Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
       });
     });`,
    { eval: true },
  );
  cleanups.push(() => worker.terminate());
  const [port] = (await once(worker, 'message')) as [number];
  for (let filled = true; filled; ) filled = await fill(port);
  return port;
};

/** Whether one more connection still found a place. */
const fill = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  cleanups.push(() => socket.destroy());
  return Promise.race([
    once(socket, 'connect').then(() => true),
    // What has a place is connected before `connect` returns: by its second turn the loop has reported it.
    idle()
      .then(idle)
      .then(() => false),
  ]);
};
