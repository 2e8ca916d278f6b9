import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Caller } from '../../clients/server/src/generated/api-types.ts';
import { createLoopbackServer } from '../../local/door/loopback-server.ts';
import { listen } from '../../local/support/listen.ts';
import { openBrowser } from './open-browser.ts';
import { openConsole } from './open-console.ts';
import { payAt } from './pay-at.ts';
import { type Shop, startShop } from './start-shop.ts';

/** What engineers do at the console. */
describe('developers at the console', () => {
  let shop: Shop;
  let browser: Browser;

  before(async () => {
    [shop, browser] = await Promise.all([startShop(), openBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  const open = (t: TestContext, path: string) => openConsole(shop, browser, t, path);
  const mayUse = async (secret: string): Promise<number> =>
    (await fetch(`${shop.base_url}/v1/me`, { headers: { authorization: `Bearer ${secret}` } })).status;

  test('an API key is made with its scopes, shown once, rotated and revoked', async (t) => {
    const page = await open(t, '/console/developers');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const form = page.locator('.disclosed');
    await form.getByLabel('Name').fill('nightly report');
    await form.getByLabel('charges:read').check();
    await form.getByLabel('stats:read').check();
    await form.getByRole('button', { name: 'Create a key' }).click();
    const secret = page.locator('.secret code');
    await secret.waitFor();
    const first = await secret.innerText();
    assert.equal(await mayUse(first), 200);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    assert.ok(!(await page.locator('body').innerText()).includes(first));
    const key = page.locator('.grid .card', { hasText: 'nightly report' });
    await key.waitFor();
    assert.deepEqual(await key.locator('.scope-list code').allTextContents(), ['charges:read', 'stats:read']);
    await key.getByRole('button', { name: 'Rotate' }).click();
    await key.getByLabel('The old secret lives for').selectOption('0');
    await key.getByRole('button', { name: 'Rotate' }).click();
    await secret.waitFor();
    const second = await secret.innerText();
    assert.notEqual(second, first);
    assert.equal(await mayUse(second), 200);
    await key.getByRole('button', { name: 'Revoke' }).click();
    await key.getByRole('button', { name: 'Revoke now' }).click();
    await key.waitFor({ state: 'detached' });
    assert.deepEqual(page.troubles, []);
  });

  test('every API key can be found, however many there are', async (t) => {
    await shop.call('POST', '/v1/api_keys', { name: 'the oldest', scopes: ['charges:read'] });
    // Keys of one second have no order.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    for (let made = 0; made < 50; made++)
      await shop.call('POST', '/v1/api_keys', { name: `key ${made}`, scopes: ['charges:read'] });
    const page = await open(t, '/console/developers/keys');
    const oldest = page.locator('.grid .card', { hasText: 'the oldest' });
    await page.locator('.grid .card', { hasText: 'key 49' }).waitFor();
    assert.equal(await oldest.count(), 0);
    await page.getByRole('link', { name: 'Older' }).click();
    await oldest.waitFor();
    await page.getByRole('link', { name: 'Newer' }).click();
    await page.locator('.grid .card', { hasText: 'key 49' }).waitFor();
    assert.deepEqual(page.troubles, []);
  });

  test('who may not see the keys is led to the endpoints', async (t) => {
    const page = await open(t, '/console/');
    await page.route('**/v1/me', async (route) => {
      const response = await route.fetch();
      const me: Caller = await response.json();
      const scopes = me.scopes.filter((scope) => scope !== 'keys:write');
      await route.fulfill({ response, json: { ...me, scopes } });
    });
    await page.goto(`${shop.base_url}/console/developers`);
    await page.getByRole('button', { name: 'Add an endpoint' }).waitFor();
    const tabs = await page.locator('nav.tabs a').allTextContents();
    assert.deepEqual(tabs, ['Webhook endpoints', 'Deliveries']);
    assert.equal(await page.locator('.problem').count(), 0);
  });

  test('what did not arrive is listed with why; it is sent again, one and all of an outage', async (t) => {
    let status = 500;
    const got: string[] = [];
    const merchant = createLoopbackServer({ onlyOwnUser: false }, (request, response) => {
      got.push(String(request.headers['webhook-id']));
      request.resume().on('end', () => response.writeHead(status).end());
    });
    const { url } = await listen(merchant);
    t.after(() => void merchant.close());
    const page = await open(t, '/console/developers/endpoints');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await page.getByLabel('Address').fill(url);
    await page.locator('.disclosed').getByRole('button', { name: 'Add an endpoint' }).click();
    await page.locator('.secret code', { hasText: 'whsec_' }).waitFor();
    await payAt(shop, { reference: 'HOOK-1' });
    await page.getByRole('link', { name: 'What has not arrived' }).click();
    await page.getByLabel('State').selectOption('pending');
    const row = page.locator('.rows tbody tr', { hasText: 'Tried again' });
    // It is listed before its first try has ended.
    await row.filter({ hasText: '500' }).first().waitFor();
    assert.match(await row.first().innerText(), /^checkout\.session\.paid\s[\s\S]*\d\d:\d\d [AP]M/);
    await row.first().getByRole('link').click();
    await page.getByRole('heading', { name: 'checkout.session.paid' }).waitFor();
    status = 200;
    await page.getByRole('button', { name: 'Send it again' }).click();
    await page.locator('.deliveries .badge', { hasText: 'Arrived' }).waitFor();
    assert.ok(got.length >= 2);
    await page.getByRole('link', { name: /^cs_/ }).click();
    await page.locator('.timeline').waitFor();
    await page.goto(`${shop.base_url}/console/developers/deliveries`);
    await page.getByText('Nothing was given up.').waitFor();
    await page.getByRole('button', { name: 'Send all of an outage again' }).click();
    const hour = 3_600_000;
    const at = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 16);
    await page.getByLabel('Last try from').fill(at(-24 * hour));
    await page.getByLabel('Until').fill(at(24 * hour));
    await page.locator('.disclosed').getByRole('button', { name: 'Send all of an outage again' }).click();
    await page.getByText('0 events sent again.').waitFor();
  });

  test('a test event is sent, and shows where it went', async (t) => {
    const page = await open(t, '/console/developers/endpoints');
    const endpoint = page.locator('.grid .card').first();
    await endpoint.getByRole('button', { name: 'Send a test event' }).click();
    await endpoint.getByRole('link', { name: 'Sent. See where it went' }).click();
    await page.getByRole('heading', { name: 'webhook_endpoint.test' }).waitFor();
  });
});
