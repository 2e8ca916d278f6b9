import { afterAll, expect, test } from '@jest/globals';
import { createGateway } from '../../../local/gateway/create-gateway.ts';

const vault = 'http://127.0.0.1:4999';
let allowed: string | undefined = vault;
const gateway = await createGateway({
  routes: [{ method: 'POST', path: '/v1/confirm', function: 'confirm' } as never],
  defaultFunction: 'confirm',
  load: async () => async () => ({ statusCode: 503, headers: { 'retry-after': '1' }, body: '{}' }),
  allowOrigin: () => allowed,
});
afterAll(() => gateway.close());

const ask = (method: string, headers: Record<string, string>) =>
  fetch(`${gateway.url}/v1/confirm`, { method, headers });
const question = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization',
};

test('the vault’s frame may call the API, and read what a browser otherwise hides', async () => {
  const before = await ask('OPTIONS', { origin: vault, ...question });
  expect([before.status, Object.fromEntries(before.headers)]).toMatchObject([
    204,
    {
      'access-control-allow-origin': vault,
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'authorization,content-type,idempotency-key',
    },
  ]);
  const { status, headers } = await ask('POST', { origin: vault });
  expect([
    status,
    headers.get('access-control-allow-origin'),
    headers.get('access-control-expose-headers'),
  ]).toEqual([503, vault, 'retry-after,should-retry']);
});

test('no other origin may, and none without a vault', async () => {
  for (const [at, origin] of [
    [vault, 'https://shop.example'],
    [vault, 'null'],
    [vault, `${vault}0`],
    [undefined, vault],
  ] as const) {
    allowed = at;
    for (const method of ['OPTIONS', 'POST'])
      expect(
        (await ask(method, { origin, ...question })).headers.get('access-control-allow-origin'),
      ).toBeNull();
  }
});
