import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { axeProblems } from './axe-problems.ts';
import { openBrowser, openPage } from './open-browser.ts';
import { type Shop, startShop } from './start-shop.ts';
import { notInFirefox } from './tested-browser.ts';

const guides = ['/docs/readme', '/docs/quick-start', '/docs/checkout'];
const reference = '/docs';

describe('the guides at /docs', () => {
  let shop: Shop;
  let browser: Browser;

  before(async () => {
    [shop, browser] = await Promise.all([startShop(), openBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  test('are searched from the keyboard', async (t) => {
    const page = await openPage(browser, t);
    await page.goto(`${shop.base_url}/docs/readme`);
    await page.keyboard.press('/');
    await page.keyboard.type('idempotency key');
    await page.locator('#results a').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/?[\w/-]*#/);
    await page.getByRole('searchbox').fill('zzzzqqqq');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Nothing found.').waitFor({ state: 'hidden' });
    assert.deepEqual(page.troubles, []);
  });

  test('have a copy button on what can be run, with the port in use, and none on output', async (t) => {
    const page = await openPage(browser, t, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${shop.base_url}/docs/quick-start`);
    const call = page.locator('.copyable', { hasText: 'CREATED=' }).first();
    await call.getByRole('button', { name: 'Copy' }).click();
    await call.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(
      await page.evaluate(() => navigator.clipboard.readText()),
      await call.locator('pre').textContent(),
    );
    const first = page.locator('.copyable', { hasText: 'api() {' }).locator('pre');
    assert.ok((await first.textContent())?.includes(shop.base_url));
    assert.equal(await page.locator('.copyable pre[aria-label=Output]').count(), 0);
    assert.ok((await page.locator('pre[aria-label=Output]').count()) > 5);
    assert.deepEqual(page.troubles, []);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1440]) {
      const open = (t: TestContext) =>
        openPage(browser, t, { colorScheme, viewport: { width, height: 900 } });
      const slow = 'axe takes minutes there over the 13,000 elements of the reference';

      test(`${width} px, ${colorScheme}: nothing wider than the screen, nothing for axe to find in guides`, async (t) => {
        const page = await open(t);
        for (const path of [...guides, reference]) {
          await page.goto(`${shop.base_url}${path}`);
          await page.locator('.copyable, .operation').first().waitFor();
          if (path !== reference) assert.deepEqual(await axeProblems(page.mainFrame()), [], path);
          const overflow = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            return scrollWidth - clientWidth;
          });
          assert.equal(overflow, 0, path);
        }
      });

      // Each width and each scheme once: axe takes its time there.
      if ((width === 390) === (colorScheme === 'light'))
        test(
          `${width} px, ${colorScheme}: nothing for axe to find in the reference`,
          notInFirefox(slow),
          async (t) => {
            const page = await open(t);
            await page.goto(`${shop.base_url}${reference}`);
            await page.locator('.operation').first().waitFor();
            assert.deepEqual(await axeProblems(page.mainFrame()), []);
          },
        );
    }
});
