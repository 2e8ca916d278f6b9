import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { type Shop, startShop } from './start-shop.ts';

describe('the back ends of shop and console', () => {
  let shop: Shop;

  before(async () => {
    shop = await startShop();
  });
  after(() => shop?.close());

  test('answer this machine’s names only, and take changes from their own pages only', async () => {
    const { hostname, port } = new URL(shop.base_url);
    const ask = (path: string, headers: Record<string, string>, method = 'POST') =>
      new Promise<number>((resolve, reject) => {
        const sent = httpRequest({ hostname, port, path, method, headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        });
        sent.on('error', reject);
        sent.end(method === 'POST' ? '{"currency":"eur","count":1}' : undefined);
      });
    const own = { host: `${hostname}:${port}` };
    assert.equal(await ask('/shop/orders', own), 200);
    assert.equal(await ask('/shop/orders', { host: 'evil.example' }), 403);
    assert.equal(await ask('/demo/state', { host: 'evil.example' }, 'GET'), 403);
    for (const path of ['/shop/orders', '/demo/traffic', '/demo/rule', '/demo/psps/stripe'])
      assert.equal(await ask(path, { ...own, origin: 'http://evil.example' }), 403, path);
  });
});
