import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { routes } from '../../../lib/http/routes.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../../../local/gateway/create-gateway.ts';
import type { Handler } from '../../../local/gateway/create-invoker.ts';

type Event = {
  readonly headers: Record<string, string>;
  readonly requestContext: { readonly http: Record<string, string>; readonly [name: string]: unknown };
  readonly [name: string]: unknown;
};
type Answer = { readonly status: number; readonly headers: Record<string, unknown>; readonly body: string };

let gateway: Gateway | undefined;
afterEach(async () => {
  await gateway?.close(0);
  gateway = undefined;
});

/** Every function is this handler. */
const start = async (handler: Handler, options: Partial<GatewayOptions> = {}): Promise<Gateway> => {
  gateway = await createGateway({
    routes,
    load: async () => handler,
    defaultFunction: 'refuse-unknown-route',
    ...options,
  });
  return gateway;
};

const send = (
  { port }: Gateway,
  line: string,
  headers: readonly string[] = [],
  body?: string | Buffer,
): Promise<Answer> => {
  const [method = '', path = ''] = line.split(' ');
  return new Promise((resolve, reject) => {
    const length =
      body === undefined || headers.includes('transfer-encoding')
        ? []
        : ['content-length', String(Buffer.byteLength(body))];
    const all = ['host', `127.0.0.1:${port}`, ...headers, ...length];
    const call = httpRequest({ port, method, path, headers: all, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
};

/** What came back for raw bytes, until the gateway closes. */
const sendRaw = ({ port }: Gateway, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });

/** The event a function gets for a request. */
const eventOf = async (
  line: string,
  headers: readonly string[] = [],
  body?: string | Buffer,
): Promise<Event> => {
  const seen: Event[] = [];
  const running = await start((event: Event) => {
    seen.push(event);
    return { statusCode: 204 };
  });
  await send(running, line, headers, body);
  const [event] = seen;
  if (!event) throw new Error('no event');
  return event;
};

describe('the event of payload format 2.0', () => {
  test('has every field of the format and no other', async () => {
    const event = await eventOf('GET /v1/charges/ch_1?a=1', ['user-agent', 'me']);
    expect(event).toEqual({
      version: '2.0',
      routeKey: 'GET /v1/charges/{id}',
      rawPath: '/v1/charges/ch_1',
      rawQueryString: 'a=1',
      headers: {
        host: `127.0.0.1:${gateway?.port}`,
        'user-agent': 'me',
        'content-length': '0',
        'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-port': String(gateway?.port),
        'x-forwarded-proto': 'http',
      },
      queryStringParameters: { a: '1' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'local',
        domainName: '127.0.0.1',
        domainPrefix: '127',
        http: {
          method: 'GET',
          path: '/v1/charges/ch_1',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'me',
        },
        requestId: expect.stringMatching(/^[\w-]{15}=$/),
        routeKey: 'GET /v1/charges/{id}',
        stage: '$default',
        time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
        timeEpoch: expect.any(Number),
      },
      pathParameters: { id: 'ch_1' },
      isBase64Encoded: false,
    });
  });

  test('joins repeated headers with a comma, in lower case, and takes cookies out of them', async () => {
    const event = await eventOf('GET /v1/routing/rules', [
      ...['X-One', 'a', 'x-one', 'b', 'Cookie', 'c1=1; c2=2', 'cookie', 'c3=3', 'constructor', 'x'],
    ]);
    expect(event.headers['x-one']).toBe('a,b');
    expect(event.headers.constructor).toBe('x');
    expect(event.headers).not.toHaveProperty('cookie');
    expect(event.cookies).toEqual(['c1=1', 'c2=2', 'c3=3']);
  });

  test('leaves hop-by-hop headers out, adds itself to x-forwarded-for, and keeps a trace id', async () => {
    const event = await eventOf('GET /v1/routing/rules', [
      ...['connection', 'close', 'x-forwarded-for', '203.0.113.9', 'x-amzn-trace-id', 'Root=1-2-3'],
    ]);
    expect(event.headers).not.toHaveProperty('connection');
    expect(event.headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1');
    expect(event.headers['x-amzn-trace-id']).toBe('Root=1-2-3');
  });

  test.each([
    ['GET /x?a=1&a=2&b=', 'a=1&a=2&b=', { a: '1,2', b: '' }],
    ['GET /x?a=%20b+c&%C3%A9=1', 'a=%20b+c&%C3%A9=1', { a: ' b c', é: '1' }],
    ['GET /x?a&&=1', 'a&&=1', { a: '', '': '1' }],
    ['GET /x?__proto__=1', '__proto__=1', JSON.parse('{"__proto__":"1"}')],
    ['GET /x?', '', undefined],
    ['GET /x', '', undefined],
  ])('reads the query of %s', async (line, raw, parameters) => {
    const event = await eventOf(line);
    expect(event.rawQueryString).toBe(raw);
    expect(event.queryStringParameters).toEqual(parameters);
  });

  test('decodes the path and its parameters', async () => {
    const event = await eventOf('GET /v1/charges/ch%20%C3%A9');
    expect(event.rawPath).toBe('/v1/charges/ch é');
    expect(event.pathParameters).toEqual({ id: 'ch é' });
  });

  test.each([
    ['application/json', '{"a":"é"}', false],
    ['application/json; charset=utf-8', '{}', false],
    ['Application/JSON', '{}', false],
    ['application/xml', '<a/>', false],
    ['application/javascript', '1', false],
    ['text/plain', 'x', false],
    ['text/csv;header=present', 'x', false],
    ['application/problem+json', '{}', true],
    ['application/jsonp', '{}', true],
    ['application/x-www-form-urlencoded', 'a=1', true],
    ['multipart/form-data; boundary=x', '--x', true],
    ['application/octet-stream', 'x', true],
    [undefined, '{}', true],
    ['application/json', Buffer.from([0x7b, 0xff, 0x7d]), true],
  ])('a body of type %s', async (type, body, encoded) => {
    const event = await eventOf('POST /v1/routing/rules', type ? ['content-type', type] : ['x', 'y'], body);
    expect(event.isBase64Encoded).toBe(encoded);
    const bytes = Buffer.from(String(event.body), encoded ? 'base64' : 'utf8');
    expect(bytes.equals(Buffer.from(body))).toBe(true);
    expect(event.headers['content-length']).toBe(String(bytes.length));
  });

  test('reads a chunked body and tells its length', async () => {
    const headers = ['content-type', 'text/plain', 'transfer-encoding', 'chunked'];
    const event = await eventOf('POST /v1/routing/rules', headers, 'hello');
    expect(event.body).toBe('hello');
    expect(event.headers['content-length']).toBe('5');
    expect(event.headers).not.toHaveProperty('transfer-encoding');
  });
});

describe('routes', () => {
  test.each([
    ['POST /v1/checkout/sessions', 'create-checkout-session', undefined],
    ['GET /v1/checkout/sessions/cs_1', 'retrieve-checkout-session', { id: 'cs_1' }],
    ['POST /v1/checkout/sessions/cs_1/confirm', 'confirm-checkout-session', { id: 'cs_1' }],
    ['POST /v1/charges/refund', 'refund-charge', undefined],
    ['GET /v1/charges/refund', 'retrieve-charge', { id: 'refund' }],
    ['GET /v1/routing/rules', 'retrieve-routing-rules', undefined],
    ['GET /v1/routing/rules/a', 'retrieve-routing-rules', { name: 'a' }],
    ['GET /v1/checkout/sessions/', 'refuse-unknown-route', undefined],
    ['GET /v1/checkout/sessions', 'refuse-unknown-route', undefined],
    ['POST /v1/checkout/sessions/', 'refuse-unknown-route', undefined],
    ['GET /v1/charges/a%2Fb', 'refuse-unknown-route', undefined],
    ['HEAD /v1/charges/a', 'refuse-unknown-route', undefined],
    ['OPTIONS /v1/charges/refund', 'refuse-unknown-route', undefined],
    ['DELETE /', 'refuse-unknown-route', undefined],
  ])('%s is %s', async (line, name, parameters) => {
    const seen: unknown[] = [];
    const running = await start(() => ({}), {
      load: async (functionName) => (event: Event) => {
        seen.push(functionName, event.pathParameters);
        return { statusCode: 204 };
      },
    });
    await send(running, line);
    expect(seen).toEqual([name, parameters]);
  });

  test('a literal segment goes before a variable whatever the order of the table', async () => {
    const table = [
      { method: 'GET', path: '/a/{x}/{y}', function: 'both' },
      { method: 'GET', path: '/a/{x}/c', function: 'second' },
      { method: 'GET', path: '/a/b/{y}', function: 'first' },
    ];
    const running = await start(() => ({}), {
      routes: table,
      load: async (functionName) => () => ({ functionName }),
    });
    for (const [path, functionName] of [
      ['/a/b/c', 'first'],
      ['/a/x/c', 'second'],
      ['/a/x/y', 'both'],
    ])
      expect(JSON.parse((await send(running, `GET ${path}`)).body)).toEqual({ functionName });
  });

  test('mounts answer what no route does', async () => {
    const mounts = [
      { path: '/', handle: (_: unknown, response: { end: (text: string) => void }) => response.end('home') },
      {
        path: '/docs',
        handle: (_: unknown, response: { end: (text: string) => void }) => response.end('docs'),
      },
    ];
    const running = await start(() => 'function', { mounts });
    const answers = [];
    for (const path of ['/', '/docs', '/docs/a', '/docsx', '/v1/routing/rules'])
      answers.push((await send(running, `GET ${path}`)).body);
    expect(answers).toEqual(['home', 'docs', 'docs', 'function', 'function']);
  });
});

describe('what a function returns', () => {
  test.each([
    ['an object without statusCode', { a: 1 }, 200, '{"a":1}', 'application/json'],
    ['a text', 'hello', 200, 'hello', 'application/json'],
    ['nothing', undefined, 200, 'null', 'application/json'],
    ['a list', [1], 200, '[1]', 'application/json'],
    ['a status and a body', { statusCode: 201, body: 'x' }, 201, 'x', 'text/plain;charset=UTF-8'],
    [
      'a type',
      { statusCode: 200, headers: { 'Content-Type': 'text/html' }, body: 'x' },
      200,
      'x',
      'text/html',
    ],
    [
      'base64',
      { statusCode: 200, body: 'aMOp', isBase64Encoded: true },
      200,
      'hé',
      'text/plain;charset=UTF-8',
    ],
    ['204', { statusCode: 204, body: 'x' }, 204, '', undefined],
  ])('%s', async (_, result, status, body, type) => {
    const answer = await send(await start(() => result), 'GET /');
    expect([answer.status, answer.body, answer.headers['content-type']]).toEqual([status, body, type]);
  });

  test('headers and cookies', async () => {
    const running = await start(() => ({
      statusCode: 200,
      headers: { 'X-Number': 7, 'x-true': true, 'content-length': '999' },
      cookies: ['a=1; Path=/', 'b=2'],
      body: 'x',
    }));
    const { headers } = await send(running, 'GET /');
    expect(headers).toMatchObject({ 'x-number': '7', 'x-true': 'true', 'content-length': '1' });
    expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2']);
    expect(headers['apigw-requestid']).toBeDefined();
  });

  const circular: Record<string, unknown> = {};
  circular.self = circular;
  test.each([
    ['a throw', () => Promise.reject(new Error('secret'))],
    [
      'a synchronous throw',
      () => {
        throw new Error('secret');
      },
    ],
    ['a status as text', () => ({ statusCode: '200' })],
    ['a status out of range', () => ({ statusCode: 99 })],
    ['a body that is no text', () => ({ statusCode: 200, body: { a: 1 } })],
    ['headers that are no object', () => ({ statusCode: 200, headers: [] })],
    ['a header that is an object', () => ({ statusCode: 200, headers: { a: {} } })],
    ['a header with a line break', () => ({ statusCode: 200, headers: { a: 'x\r\ny: z' } })],
    ['cookies that are no list', () => ({ statusCode: 200, cookies: 'a=1' })],
    ['a circular result', () => circular],
    ['a big integer', () => ({ statusCode: 200n })],
  ])('%s is the gateway’s own 500', async (_, handler) => {
    const errors: unknown[] = [];
    const running = await start(handler, { onFunctionError: (name) => errors.push(name) });
    const answer = await send(running, 'GET /');
    expect([answer.status, answer.body]).toEqual([500, '{"message":"Internal Server Error"}']);
    expect(errors).toEqual(['refuse-unknown-route']);
  });

  test('a function that cannot be loaded is a 500, and asked for again', async () => {
    let tries = 0;
    const load = async () => {
      tries += 1;
      if (tries === 1) throw new Error('no such file');
      return () => 'there';
    };
    const running = await start(() => '', { load });
    expect((await send(running, 'GET /')).status).toBe(500);
    expect((await send(running, 'GET /')).body).toBe('there');
  });
});

describe('an invocation', () => {
  test('shares nothing: event and result cross as JSON', async () => {
    const shared = { statusCode: 200, headers: { a: '1' }, body: 'x', drop: undefined };
    const running = await start((event: { touched?: boolean }) => {
      if (event.touched) throw new Error('an event of another invocation');
      event.touched = true;
      return shared;
    });
    await Promise.all([send(running, 'GET /'), send(running, 'GET /')]);
    expect(shared.headers).toEqual({ a: '1' });
  });

  test('has a context of its own', async () => {
    const ids = new Set<unknown>();
    const running = await start((_, context) => {
      ids.add(context.awsRequestId);
      expect(context.getRemainingTimeInMillis()).toBeLessThanOrEqual(29_000);
      const { functionName, memoryLimitInMB, invokedFunctionArn, callbackWaitsForEmptyEventLoop } = context;
      return { functionName, memoryLimitInMB, invokedFunctionArn, callbackWaitsForEmptyEventLoop };
    });
    const answers = await Promise.all([send(running, 'GET /'), send(running, 'GET /')]);
    expect(ids.size).toBe(2);
    expect(JSON.parse(answers[0].body)).toEqual({
      functionName: 'refuse-unknown-route',
      memoryLimitInMB: '512',
      invokedFunctionArn: 'arn:aws:lambda:local:000000000000:function:refuse-unknown-route',
      callbackWaitsForEmptyEventLoop: true,
    });
  });

  test('beyond the limit is a 503, and the function goes on', async () => {
    const finish = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<string>();
    const running = await start(
      async () => {
        await finish.promise;
        ended.resolve('went on');
        return 'too late';
      },
      { timeoutMs: 20 },
    );
    const answer = await send(running, 'GET /');
    expect([answer.status, answer.body]).toEqual([503, '{"message":"Service Unavailable"}']);
    finish.resolve();
    expect(await ended.promise).toBe('went on');
  });

  test('close waits for it', async () => {
    const finish = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const running = await start(async () => {
      started.resolve();
      await finish.promise;
      return 'done';
    });
    const answer = send(running, 'GET /');
    await started.promise;
    const closed = running.close();
    finish.resolve();
    expect((await answer).body).toBe('done');
    await closed;
    await expect(send(running, 'GET /')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('what the gateway refuses by itself', () => {
  test.each(['GET /%zz', 'GET /%ff', 'GET /a?b=%', 'GET /a?%e0%a4=1'])('%s is a 400', async (line) => {
    const running = await start(() => 'function');
    const answer = await send(running, line);
    expect([answer.status, answer.body]).toEqual([400, '{"message":"Bad Request"}']);
    expect((await send(running, 'GET /')).body).toBe('function');
  });

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['a bad length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    [
      'a bad chunk',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'HTTP/1.1 400 Bad Request',
    ],
    ['long headers', `GET / HTTP/1.1\r\nHost: a\r\nx: ${'x'.repeat(11_000)}\r\n\r\n`, 'HTTP/1.1 431'],
  ])('%s', async (_, bytes, status) => {
    const running = await start(() => 'function');
    expect(await sendRaw(running, bytes)).toContain(status);
    expect((await send(running, 'GET /')).body).toBe('function');
  });

  test('a proxy’s absolute form is read as its path', async () => {
    const running = await start((event: Event) => event.rawPath);
    const bytes = 'GET http://a/v1/x?y=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(running, bytes)).toMatch(/\/v1\/x$/);
  });

  test.each([
    ['declared', []],
    ['chunked', ['transfer-encoding', 'chunked']],
  ])('a %s body above 10 MB is a 413, one of 10 MB is not', async (_, headers) => {
    const lengths: unknown[] = [];
    const running = await start((event: Event) => {
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
    const running = await start(() => {
      invoked += 1;
      return '';
    });
    await new Promise<void>((resolve) => {
      const socket = connect(running.port, '127.0.0.1', () => {
        socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc', () => socket.destroy());
      });
      socket.on('close', () => resolve());
    });
    await send(running, 'GET /');
    expect(invoked).toBe(1);
  });
});
