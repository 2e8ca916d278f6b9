import { afterEach, describe, expect, test } from '@jest/globals';
import { eventOf, gatewayPort, stopGateway } from './gateway-client.ts';

afterEach(stopGateway);

describe('the event of payload format 2.0', () => {
  test('has every field of the format and no other', async () => {
    const event = await eventOf('GET /v1/charges/ch_1?a=1', ['user-agent', 'me']);
    expect(event).toEqual({
      version: '2.0',
      routeKey: 'GET /v1/charges/{id}',
      rawPath: '/v1/charges/ch_1',
      rawQueryString: 'a=1',
      headers: {
        host: `127.0.0.1:${gatewayPort()}`,
        'user-agent': 'me',
        'content-length': '0',
        'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-port': String(gatewayPort()),
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

  test('reads a chunked body and states its length', async () => {
    const headers = ['content-type', 'text/plain', 'transfer-encoding', 'chunked'];
    const event = await eventOf('POST /v1/routing/rules', headers, 'hello');
    expect(event.body).toBe('hello');
    expect(event.headers['content-length']).toBe('5');
    expect(event.headers).not.toHaveProperty('transfer-encoding');
  });
});
