import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { buildHostedFields } from '../../clients/browser/build.ts';
import { confirm } from './merchant-scene.ts';
import { openBrowser, openPage } from './open-browser.ts';
import { type Merchant, merchantPage, startMerchant } from './start-merchant.ts';
import { type Shop, startShop } from './start-shop.ts';

/** The card frame as the vault of `npm start` serves it, in a page with the script of `npm start`. */
describe('a card that is typed into the vault’s frame', () => {
  let shop: Shop;
  let merchant: Merchant;
  let browser: Browser;
  let vault: string;
  before(async () => {
    [shop, merchant, browser] = await Promise.all([startShop(), startMerchant(), openBrowser()]);
    await shop.route('stripe');
    vault = shop.vault ?? '';
    merchant.page('/', merchantPage(shop.base_url));
  });
  after(async () => {
    await browser?.close();
    await Promise.all([shop?.close(), merchant?.close()]);
  });

  const fill = async (t: Parameters<typeof openPage>[1], number: string) => {
    const page = await openPage(browser, t);
    const asked: { readonly url: string; readonly body: string }[] = [];
    page.on('request', (request) => void asked.push({ url: request.url(), body: request.postData() ?? '' }));
    await page.goto(merchant.url('/'));
    await page.waitForFunction(() => window.card);
    const frame = page.frames().find((one) => one.url().startsWith(vault));
    assert.ok(frame, 'the frame is the vault’s');
    await frame.fill('#number', number);
    await frame.fill('#expiry', '12/30');
    await frame.fill('#cvc', '123');
    await frame.fill('#name', 'Ada Lovelace');
    return { page, asked };
  };

  test('is paid, and its number goes to the vault and nowhere else', async (t) => {
    const { page, asked } = await fill(t, '4242424242424242');
    const { id, client_secret } = await shop.session();
    const result = await confirm(page, client_secret);
    assert.equal(result.status, 'succeeded', JSON.stringify(result));
    assert.deepEqual(await shop.captured(id), [{ psp: 'stripe', amount: 2599 }]);
    const holding = asked.filter(({ url, body }) => /4242\s?4242/.test(url + body)).map(({ url }) => url);
    assert.deepEqual(holding, [`${vault}/v1/cards`]);
    assert.ok(asked.some(({ url, body }) => url.endsWith('/confirm') && body.includes('"card_token"')));
  });

  test('is declined as any card is, and another may be typed', async (t) => {
    const { page } = await fill(t, '4000000000009995');
    const { client_secret } = await shop.session();
    const result = await confirm(page, client_secret);
    assert.equal(result.status, 'declined', JSON.stringify(result));
  });

  test('is not accepted once there is nothing to pay', async (t) => {
    const { client_secret } = await shop.session();
    const first = await fill(t, '4242424242424242');
    assert.equal((await confirm(first.page, client_secret)).status, 'succeeded');
    const again = await fill(t, '4242424242424242');
    assert.equal((await confirm(again.page, client_secret)).status, 'succeeded');
    assert.ok(!again.asked.some(({ url }) => url === `${vault}/v1/cards`));
  });

  test('is typed nowhere else: a script from before the vault gets no fields, and the page gets the reason', async (t) => {
    const page = await openPage(browser, t);
    const [before] = buildHostedFields().filter(({ name }) => name === 'fields.js');
    await page.route('**/fields/v1/fields.js', (route) =>
      route.fulfill({ body: before?.content ?? '', headers: before?.headers ?? {} }),
    );
    await page.goto(merchant.url('/'));
    await page.waitForFunction(() => window.events.some(([name]) => name === 'loaderror'));
    assert.match(await page.trouble('No card fields'), /there is a vault.*manifest\.json/);
    assert.ok((await page.trouble('No card fields')).includes(vault));
    assert.equal(await page.locator('iframe').count(), 0);
  });
});
