import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { axeProblems } from './axe-problems.ts';
import { cardFrame, typeCard } from './card-fields.ts';
import { openBrowser, openPage } from './open-browser.ts';
import { type Shop, startShop } from './start-shop.ts';

describe('accessibility by axe', () => {
  let shop: Shop;
  let browser: Browser;

  before(async () => {
    [shop, browser] = await Promise.all([startShop(), openBrowser()]);
    await shop.route('stripe');
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280])
      test(`${width} px, ${colorScheme}: empty, mistaken, declined, failed over and paid`, async (t) => {
        const page = await openPage(browser, t, { colorScheme, viewport: { width, height: 4_000 } });
        await page.goto(shop.base_url);
        await cardFrame(page).locator('#number').waitFor();
        await page.locator('#payment .plan').waitFor();
        await page.getByText('Test cards').click();
        await page.getByText('JSON, including overrides').click();
        await check(page, 'empty');
        await page.getByRole('button', { name: /^Pay / }).press('Enter');
        await cardFrame(page).getByText('Your card number is missing.').waitFor();
        await check(page, 'mistaken');
        await typeCard(page, { number: '4000000000009995' });
        await page.getByRole('button', { name: /^Pay / }).press('Enter');
        await page.getByText('insufficient funds. Use').waitFor();
        await check(page, 'declined');
        await shop.faults('stripe', { kind: 'down' });
        await typeCard(page);
        await page.getByRole('button', { name: /^Pay / }).press('Enter');
        await page.getByText('Thank you!').waitFor();
        await page.locator('#payment .attempts li').nth(2).waitFor();
        await page.locator('[data-psp=stripe] [data-mode=down][aria-pressed=true]').waitFor();
        await check(page, 'paid');
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.equal(overflow, 0, 'nothing is wider than the screen');
        await shop.faults('stripe', { kind: 'ok' });
      });
});

/** Every rule of axe, best practices included, in the page and in the card's frame. */
const check = async (page: Page, state: string): Promise<void> => {
  const behind = await page.locator('#shop').evaluate((shop) => getComputedStyle(shop).backgroundColor);
  for (const frame of page.frames()) {
    // The frame lets the page shine through, which axe cannot see from inside.
    if (frame !== page.mainFrame())
      await frame.evaluate((color) => {
        document.documentElement.style.background = color;
      }, behind);
    const framed = frame !== page.mainFrame();
    // A frame is a part of a page: the landmarks and the heading are the page's own.
    const pages = ['landmark-one-main', 'page-has-heading-one', 'region'];
    assert.deepEqual(
      await axeProblems(frame, framed ? pages : []),
      [],
      `${state}, ${framed ? 'card frame' : 'page'}`,
    );
  }
};
