import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage } from './open-browser.ts';
import { type Shop, startShop } from './start-shop.ts';

describe('the cookie of somebody signed in', () => {
  let shop: Shop;
  let browser: Browser;

  before(async () => {
    [shop, browser] = await Promise.all([startShop(), openBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  test('is kept by the browser, counts for the page’s calls, and no script reads it', async (each) => {
    const page = await openPage(browser, each);
    await page.goto(`${shop.base_url}/docs`);
    const code = new URL(shop.consoleLink()).hash.replace('#code=', '');
    const seen = await page.evaluate(async (given) => {
      const headers = { 'x-requested-by': 'console', 'content-type': 'application/json' };
      const post = async (path: string, body: object) =>
        (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
      const me = async () => (await fetch('/v1/me', { headers })).status;
      const signedIn = await post('/console/sign-in', { code: given });
      const known = [await me(), await post('/v1/console/refresh', {}), await me()];
      const plain = (await fetch('/v1/me')).status;
      const readable = document.cookie;
      return { signedIn, known, plain, readable, left: [await post('/v1/console/logout', {}), await me()] };
    }, code);
    assert.deepEqual(seen, {
      signedIn: 204,
      known: [200, 204, 200],
      plain: 401,
      readable: '',
      left: [204, 401],
    });
  });
});
