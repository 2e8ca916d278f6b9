import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { axeProblems } from './axe-problems.ts';
import { openBrowser } from './open-browser.ts';
import { openConsole } from './open-console.ts';
import { declinedCard, payAt } from './pay-at.ts';
import { type Shop, startShop } from './start-shop.ts';

const hostile = '"><img src=x onerror=document.title="taken"><script>alert(1)</script>{{7*7}}';

/** How every page of the console looks, and what it does with what others wrote. */
describe('the pages of the console', () => {
  let shop: Shop;
  let browser: Browser;
  let paths: Readonly<Record<string, string>>;

  before(async () => {
    [shop, browser] = await Promise.all([startShop(), openBrowser()]);
    await shop.route('stripe');
    const paid = await payAt(shop, {
      reference: hostile.slice(0, 100),
      description: hostile,
      customer_email: 'anna@example.com',
      customer: { id: hostile },
      metadata: { [hostile.slice(0, 40)]: hostile },
      billing_details: { name: hostile },
    });
    await payAt(shop, {}, declinedCard);
    await payAt(shop, { capture_method: 'manual' });
    await shop.call('POST', `/v1/charges/${paid.charge}/notes`, { text: hostile });
    await shop.call('POST', '/v1/charges/refund', { charge: paid.charge, amount: 100 });
    await shop.call('POST', '/v1/routing/rules', {
      name: 'default',
      targets: [
        { psp: 'stripe', weight: 3 },
        { psp: 'adyen', weight: 1 },
      ],
      note: hostile,
    });
    await shop.call('POST', '/v1/api_keys', { name: hostile, scopes: ['charges:read'] });
    await shop.call('POST', '/v1/webhook_endpoints', { url: `${shop.base_url}/hook`, description: hostile });
    await shop.atPsp('stripe', 'dispute', String(paid.charge));
    paths = {
      payments: '/console/payments',
      payment: `/console/payments/${paid.id}`,
      open: '/console/open',
      disputes: '/console/disputes',
      'all disputes': '/console/disputes?status=all',
      exports: '/console/exports',
      routing: '/console/routing',
      rule: '/console/routing/default',
      numbers: '/console/numbers',
      keys: '/console/developers/keys',
      endpoints: '/console/developers/endpoints',
      deliveries: '/console/developers/deliveries?status=pending',
    };
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  for (const [width, colorScheme, locale] of [
    [1440, 'light', 'en-US'],
    [390, 'light', 'de-DE'],
    [1440, 'dark', 'de-DE'],
    [390, 'dark', 'en-US'],
  ] as const)
    test(`${width} px, ${colorScheme}, ${locale}: nothing sticks out, axe finds nothing, and nothing that others wrote runs`, async (t) => {
      const page = await openConsole(shop, browser, t, '/console/', {
        viewport: { width, height: 900 },
        colorScheme,
        locale,
      });
      assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2));
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(shop.base_url + path);
        await page.locator('h1').waitFor();
        await page.locator('.reading').waitFor({ state: 'detached' });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${name} sticks out by ${wide} px`);
        assert.deepEqual(await axeProblems(page.mainFrame()), [], name);
        assert.equal(await page.locator('img, script:not([src])').count(), 0, name);
        assert.doesNotMatch(await page.title(), /taken/);
      }
      assert.deepEqual(page.troubles, []);
    });

  test('what others wrote is shown as they wrote it', async (t) => {
    const page = await openConsole(shop, browser, t, paths.payment);
    await page.locator('.timeline', { hasText: hostile }).waitFor();
    await page.locator('.facts', { hasText: hostile }).first().waitFor();
    assert.deepEqual(page.troubles, []);
  });

  test('with the keyboard alone, a payment is opened and its refund begun and left', async (t) => {
    const page = await openConsole(shop, browser, t);
    await page.locator('.rows tbody tr').first().waitFor();
    const press = async (until: string): Promise<void> => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(() => document.activeElement?.textContent?.trim());
        if (focused === until) return;
      }
      assert.fail(`no tab stop says ${until}`);
    };
    await press('€25.99');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Payment €25.99' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
  });

  test('a sign-in that ends leaves what was typed, and it can be sent after the next', async (t) => {
    const { id } = await payAt(shop, { reference: 'KEPT-1' });
    const page = await openConsole(shop, browser, t, `/console/payments/${id}`);
    const note = page.getByLabel('Note for your colleagues');
    await note.fill('half a thought');
    const other = await page.context().newPage();
    await other.goto(`${shop.base_url}/console/`);
    await other.locator('.person summary').click();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.getByRole('heading', { name: 'Your sign-in has ended' }).waitFor();
    assert.equal(await note.inputValue(), 'half a thought');
    await other.goto(shop.consoleLink());
    await other.locator('.rows').waitFor();
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.locator('.timeline', { hasText: 'half a thought' }).waitFor();
    await page.getByRole('heading', { name: 'Your sign-in has ended' }).waitFor({ state: 'detached' });
  });

  test('without a sign-in nothing is shown but how to get one', async (t) => {
    const page = await openConsole(shop, browser, t);
    await page.context().clearCookies();
    await page.goto(`${shop.base_url}/console/routing`);
    await page.getByText('Open the link that npm start prints').waitFor();
    assert.equal(await page.locator('header').count(), 0);
  });

  test('a day of the chosen time zone is 25 hours long when the clocks change', async (t) => {
    const page = await openConsole(shop, browser, t, '/console/', { timezoneId: 'Europe/Berlin' });
    const asked = page.waitForRequest(/created/);
    await page.goto(`${shop.base_url}/console/payments?from=2026-10-25&to=2026-10-25`);
    const { searchParams } = new URL((await asked).url());
    assert.equal(Number(searchParams.get('created[gte]')), Date.parse('2026-10-24T22:00:00Z') / 1000);
    assert.equal(Number(searchParams.get('created[lte]')), Date.parse('2026-10-25T22:59:59Z') / 1000);
  });
});
