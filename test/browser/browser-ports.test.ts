import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import type { ServiceRequest } from '../../clients/browser/src/frame/exchange.ts';

Object.assign(globalThis, { document: { querySelector: () => null } });
const { browserPorts } = await import('../../clients/browser/src/frame/browser-ports.ts');

const confirm: ServiceRequest = {
  path: '/v1/checkout/sessions/cs_1/confirm',
  token: 'cs_1_secret_k1',
  body: {},
};

afterEach(() => mock.restoreAll());

const exchanged = (respond: () => Response) => {
  mock.method(globalThis, 'fetch', async () => respond());
  return browserPorts.exchange(confirm);
};

test('the firewall’s 429 has no body, and is an answer all the same: nothing was done', async () =>
  assert.deepEqual(
    await exchanged(() => new Response(null, { status: 429, headers: { 'retry-after': '60' } })),
    { status: 429, body: {}, retry_after_s: 60, should_retry: true },
  ));

test('any other answer that is not JSON may have been cut off on its way', async () => {
  for (const status of [200, 402, 403, 502])
    assert.equal(await exchanged(() => new Response('{"object":"chec', { status })), 'lost');
});

test('no answer at all is lost', async () =>
  assert.equal(
    await exchanged(() => {
      throw new TypeError('Failed to fetch');
    }),
    'lost',
  ));
