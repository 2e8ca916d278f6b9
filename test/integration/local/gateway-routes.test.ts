import { afterEach, describe, expect, test } from '@jest/globals';
import { type Event, send, startGateway, stopGateway } from './gateway-client.ts';

afterEach(stopGateway);

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
    ['GET /v1/checkout/sessions', 'list-checkout-sessions', undefined],
    ['PUT /v1/checkout/sessions', 'refuse-unknown-route', undefined],
    ['POST /v1/checkout/sessions/', 'refuse-unknown-route', undefined],
    ['GET /v1/charges/a%2Fb', 'refuse-unknown-route', undefined],
    ['HEAD /v1/charges/a', 'refuse-unknown-route', undefined],
    ['OPTIONS /v1/charges/refund', 'refuse-unknown-route', undefined],
    ['DELETE /', 'refuse-unknown-route', undefined],
  ])('%s is %s', async (line, name, parameters) => {
    const seen: unknown[] = [];
    const running = await startGateway(() => ({}), {
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
    const running = await startGateway(() => ({}), {
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

  test('mounts answer paths without a route', async () => {
    const mounts = [
      {
        path: '/',
        door: { onlyOwnUser: false },
        handle: (_: unknown, response: { end: (text: string) => void }) => response.end('home'),
      },
      {
        path: '/docs',
        door: { onlyOwnUser: false },
        handle: (_: unknown, response: { end: (text: string) => void }) => response.end('docs'),
      },
    ];
    const running = await startGateway(() => 'function', { mounts });
    const answers = [];
    for (const path of ['/', '/docs', '/docs/a', '/docsx', '/v1/routing/rules'])
      answers.push((await send(running, `GET ${path}`)).body);
    expect(answers).toEqual(['home', 'docs', 'docs', 'function', 'function']);
  });
});
