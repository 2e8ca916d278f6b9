import { connect } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Event, send, sendRaw, startGateway, stopGateway } from './gateway-client.ts';

afterEach(stopGateway);

describe('what the gateway refuses by itself', () => {
  test.each(['GET /%zz', 'GET /%ff', 'GET /a?b=%', 'GET /a?%e0%a4=1'])('%s is a 400', async (line) => {
    const running = await startGateway(() => 'function');
    const answer = await send(running, line);
    expect([answer.status, answer.body]).toEqual([400, '{"message":"Bad Request"}']);
    expect((await send(running, 'GET /')).body).toBe('function');
  });

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    [
      'OPTIONS *',
      'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      'HTTP/1.1 400 Bad Request',
    ],
    [
      'a bad length',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n',
      'HTTP/1.1 400 Bad Request',
    ],
    [
      'a bad chunk',
      'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'HTTP/1.1 400 Bad Request',
    ],
    ['long headers', `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'x'.repeat(11_000)}\r\n\r\n`, 'HTTP/1.1 431'],
  ])('%s', async (_, bytes, status) => {
    const running = await startGateway(() => 'function');
    expect(await sendRaw(running, bytes)).toContain(status);
    expect((await send(running, 'GET /')).body).toBe('function');
  });

  test('a proxy’s absolute form is read as its path', async () => {
    const running = await startGateway((event: Event) => event.rawPath);
    const bytes = 'GET http://localhost/v1/x?y=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(running, bytes)).toMatch(/\/v1\/x$/);
  });

  test.each([
    ['declared', []],
    ['chunked', ['transfer-encoding', 'chunked']],
  ])('a %s body above 10 MB is a 413, one of 10 MB is not', async (_, headers) => {
    const lengths: unknown[] = [];
    const running = await startGateway((event: Event) => {
      lengths.push(event.headers['content-length']);
      return 'function';
    });
    const limit = 10 * 1024 * 1024;
    const common = ['content-type', 'text/plain', ...headers];
    const over = await send(running, 'POST /', common, Buffer.alloc(limit + 1, 97));
    expect([over.status, over.body]).toEqual([413, '{"message":"Request Entity Too Large"}']);
    expect((await send(running, 'POST /', common, Buffer.alloc(limit, 97))).status).toBe(200);
    expect(lengths).toEqual([String(limit)]);
  });

  test('a client that goes away mid-body invokes nothing', async () => {
    let invoked = 0;
    const running = await startGateway(() => {
      invoked += 1;
      return '';
    });
    await new Promise<void>((resolve) => {
      const socket = connect(running.port, '127.0.0.1', () => {
        socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc', () =>
          socket.destroy(),
        );
      });
      socket.on('close', () => resolve());
    });
    await send(running, 'GET /');
    expect(invoked).toBe(1);
  });
});
