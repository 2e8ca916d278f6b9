import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { buildHostedFields } from '../../clients/browser/build.ts';
import { openBrowser, openPage, type WatchedPage } from './open-browser.ts';
import { readyFrame } from './ready-frame.ts';
import { type Merchant, merchantPage, startMerchant } from './start-merchant.ts';
import { type Shop, startShop } from './start-shop.ts';

/** Any font that is here: whether it is used is seen by how wide the text gets. */
const file = readFileSync(
  join(
    dirname(import.meta.resolve('playwright-core').replace('file://', '')),
    'lib/vite/recorder/assets/codicon-DCmgc-ay.ttf',
  ),
);
const allowed = 'https://fonts.example';

describe('the page’s fonts in the fields', () => {
  let shop: Shop;
  let merchant: Merchant;
  let browser: Browser;
  before(async () => {
    [shop, merchant, browser] = await Promise.all([
      startShop({ frame: 'own', fonts: [allowed] }),
      startMerchant(),
      openBrowser(),
    ]);
  });
  after(async () => {
    await browser?.close();
    await Promise.all([shop?.close(), merchant?.close()]);
  });

  let pages = 0;
  const open = async (
    t: TestContext,
    fonts: unknown,
  ): Promise<{ page: WatchedPage; asked: string[]; said: string[] }> => {
    const path = `/fonts-${++pages}`;
    merchant.page(path, merchantPage(shop.base_url, { fonts, style: { fontFamily: 'Shop, monospace' } }));
    const page = await openPage(browser, t);
    const asked: string[] = [];
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.route(/\.ttf$/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        body: file,
        contentType: 'font/ttf',
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    await page.goto(merchant.url(path));
    await page.waitForFunction(() => window.card);
    return { page, asked, said };
  };
  const loaded = async (page: WatchedPage): Promise<readonly string[]> =>
    (await readyFrame(page)).evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].map(({ family, weight, status }) => `${family} ${weight} ${status}`);
    });

  test('are loaded from an origin that the environment allows', async (t) => {
    const { page, asked } = await open(t, [
      { family: 'Shop', src: `${allowed}/a.ttf` },
      { family: 'Shop', src: `${allowed}/b.ttf`, weight: '700' },
    ]);
    const found = await loaded(page);
    // Each is added once it has arrived.
    const fonts = found.map((font) => font.replaceAll('"', '')).toSorted();
    assert.deepEqual(fonts, ['Shop 400 loaded', 'Shop 700 loaded']);
    const before = asked.toSorted();
    assert.deepEqual(before, [`${allowed}/a.ttf`, `${allowed}/b.ttf`]);
    const frame = await readyFrame(page);
    for (const digit of '4242424242424242') await frame.locator('#number').pressSequentially(digit);
    assert.deepEqual(asked.toSorted(), before, 'nothing is asked for while something is typed');
    assert.deepEqual(page.troubles, []);
  });

  for (const src of [
    'https://evil.example/a.ttf',
    'https://fonts.example.evil.example/a.ttf',
    'http://fonts.example/a.ttf',
  ])
    test(`none is asked for at ${new URL(src).origin}, and the console names the setting`, async (t) => {
      const { page, asked, said } = await open(t, [{ family: 'Shop', src }]);
      assert.deepEqual(await loaded(page), []);
      assert.deepEqual(asked, []);
      assert.ok(said.some((line) => line.includes('font_origins') && line.includes(new URL(src).origin)));
    });

  for (const fonts of [
    'Inter',
    [null],
    [{ family: 'Shop; }', src: `${allowed}/a.ttf` }],
    [{ family: 'Shop', src: 'a.ttf' }],
    [{ family: 'Shop', src: `${allowed}/a.ttf`, weight: 'bold' }],
    [{ family: 'Shop', src: 'data:font/ttf;base64,AAAA' }],
  ])
    test(`${JSON.stringify(fonts)} loads nothing, and the fields work`, async (t) => {
      const { page, asked } = await open(t, fonts);
      assert.deepEqual(await loaded(page), []);
      assert.deepEqual(asked, []);
    });

  test('at most eight are taken', async (t) => {
    const fonts = Array.from({ length: 20 }, (_, index) => ({
      family: `F${index}`,
      src: `${allowed}/a.ttf`,
    }));
    assert.equal((await loaded((await open(t, fonts)).page)).length, 8);
  });

  test('the policy of the frame names just these origins, and none by default', () => {
    const policy = (fonts?: readonly string[]) =>
      /<meta http-equiv="Content-Security-Policy" content="[^"]*font-src ([^;"]+)/.exec(
        buildHostedFields(fonts && { fonts })
          .find(({ name }) => name === 'frame.html')
          ?.content.toString() ?? '',
      )?.[1];
    assert.equal(policy(), undefined);
    assert.equal(policy([allowed, 'https://cdn.example']), `${allowed} https://cdn.example`);
    for (const wrong of [
      '*',
      'https://*.shop.example',
      'https://cdn.example:443',
      "'self'",
      'https://CDN.example',
      'https:',
      'https://a.example/x',
      'data:',
      "'unsafe-inline'",
    ])
      assert.throws(() => buildHostedFields({ fonts: [wrong] }), /is not an origin/);
  });
});
