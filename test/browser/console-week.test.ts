import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { ChargeList } from '../../clients/server/src/generated/api-types.ts';
import { axeProblems } from './axe-problems.ts';
import { openBrowser } from './open-browser.ts';
import { openConsole } from './open-console.ts';
import { type Shop, startShop } from './start-shop.ts';

/** What a visitor sees in the first minute of `npm start -- --demo`. */
describe('a week of payments at the console', () => {
  let shop: Shop;
  let browser: Browser;

  before(async () => {
    [shop, browser] = await Promise.all([startShop({ week: true }), openBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  test('payments, a lost answer that had taken the money, what is open, and the numbers', async (t) => {
    const page = await openConsole(shop, browser, t, '/console/payments');
    const rows = page.locator('.rows tbody tr');
    const sound = async (name: string): Promise<void> => {
      await page.locator('.reading').waitFor({ state: 'detached' });
      assert.deepEqual(await axeProblems(page.mainFrame()), [], name);
    };
    await page.locator('.badge', { hasText: 'At the bank' }).waitFor();
    assert.equal(await rows.count(), 25);
    await sound('payments');

    // The order whose answer was lost, from the search box.
    await page.keyboard.press('/');
    await page.keyboard.type('ORD-48607');
    await page.keyboard.press('Enter');
    await rows.first().getByRole('link').click();
    await page.getByText('€129.90 captured').waitFor();
    await page
      .getByText(/No answer from/)
      .first()
      .waitFor();
    await page.getByText(/Known .* later: .* had taken it/).waitFor();
    await sound('a payment');

    await page.goto(`${shop.base_url}/console/open`);
    await page.getByRole('link', { name: 'Decide' }).waitFor();
    assert.ok((await rows.count()) >= 4);
    await sound('open items');
    await page.getByRole('link', { name: 'Decide' }).click();
    await page.getByText(/Asked their support/).waitFor();

    await page.goto(`${shop.base_url}/console/numbers?days=7`);
    await page.getByText('Double charges avoided').waitFor();
    await page.locator('.chart canvas').waitFor();
    assert.ok((await rows.count()) > 8);
    await sound('numbers');
    assert.deepEqual(page.troubles, []);
  });

  test('a payment of it is refunded at its PSP', async (t) => {
    const { data } = await shop.call<ChargeList>('GET', '/v1/charges?status=captured&limit=100');
    const paid = data.find((one) => one.amount_refundable === one.amount && one.open.length === 0);
    const page = await openConsole(shop, browser, t, `/console/payments/${paid?.session}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByRole('button', { name: /^Refund / }).click();
    await page
      .getByText(/refunded|on its way/)
      .first()
      .waitFor();
    assert.deepEqual(page.troubles, []);
  });

  test('a person decides what nobody could find out, and it is open no more', async (t) => {
    const page = await openConsole(shop, browser, t, '/console/open');
    await page.getByRole('link', { name: 'Decide' }).click();
    const decide = page.getByRole('button', { name: 'Record the decision' });
    await page.getByLabel('Where you saw it').fill('Searched the Customer Area by reference.');
    await decide.click();
    await page.getByRole('alert').getByText('Choose the outcome').waitFor();
    await page.getByLabel('What became of it').selectOption({ label: 'The PSP has no trace of it' });
    await decide.click();
    await page.getByText('Decided: The PSP has no trace of it').waitFor();
    await page.getByText('Searched the Customer Area by reference.').waitFor();
    assert.deepEqual(await axeProblems(page.mainFrame()), []);
    await page.goto(`${shop.base_url}/console/open`);
    await page.locator('.rows tbody tr').first().waitFor();
    assert.equal(await page.getByRole('link', { name: 'Decide' }).count(), 0);
    assert.deepEqual(page.troubles, []);
  });
});
