import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { merchantScene } from './merchant-scene.ts';
import { openPage } from './open-browser.ts';

describe('loading the hosted fields', () => {
  const scene = merchantScene();

  test('a script that fails to load is tried once more', async (t) => {
    const page = await openPage(scene.browser, t);
    const asked: string[] = [];
    await page.route('**/fields/v1/fields.js', (route) => {
      asked.push(route.request().url());
      return asked.length === 1 ? route.abort() : route.continue();
    });
    await page.goto(scene.merchant.url('/'));
    await page.waitForFunction(() => window.card);
    assert.equal(asked.length, 2);
    assert.equal(await page.evaluate(() => window.loaderrors), 0);
  });

  test('a script that cannot be loaded is a loaderror, and the next try starts again', async (t) => {
    const page = await openPage(scene.browser, t);
    let asked = 0;
    await page.route('**/fields/v1/fields.js', (route) => (++asked <= 2 ? route.abort() : route.continue()));
    await page.goto(scene.merchant.url('/'));
    await page.waitForFunction(() => window.loaderrors === 1);
    assert.equal(asked, 2);
    await page.evaluate((origin) => window.loadFields(origin).then(() => true), scene.shop.base_url);
    assert.equal(asked, 3);
  });

  test('a frame that cannot be loaded is tried once more, then a loaderror', async (t) => {
    const page = await openPage(scene.browser, t);
    await page.clock.install();
    let asked = 0;
    await page.route('**/fields/v1/frame.html', (route) => {
      asked++;
      return route.abort();
    });
    await page.goto(scene.merchant.url('/'));
    await page.waitForFunction(() => document.querySelector('iframe'));
    await page.clock.runFor(10_000);
    await page.clock.runFor(10_000);
    await page.waitForFunction(() => window.events.some(([name]) => name === 'loaderror'));
    assert.equal(asked, 2);
  });

  test('a pinned script is accepted only with the right integrity', async (t) => {
    const page = await scene.open(t);
    const manifest: Record<string, string> = await (
      await fetch(`${scene.shop.base_url}/fields/v1/manifest.json`)
    ).json();
    const [file = '', integrity = ''] =
      Object.entries(manifest).find(([name]) => name.startsWith('fields-')) ?? [];
    const load = (pin: { file: string; integrity: string }) =>
      page.evaluate(
        ([origin, pinned]) =>
          window.loadFields(origin, pinned).then(
            () => 'loaded',
            () => 'refused',
          ),
        [scene.shop.base_url, pin] as const,
      );
    // As a misspelled one would be.
    assert.equal(await load({ file } as never), 'refused');
    assert.equal(await load({ file, integrity: `sha384-${'A'.repeat(64)}` }), 'refused');
    assert.equal(await load({ file, integrity }), 'loaded');
  });
});
