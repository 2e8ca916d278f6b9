import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { cardFrame, typeCard } from './card-fields.ts';
import { openBrowser, openPage } from './open-browser.ts';
import { type Shop, startShop } from './start-shop.ts';

describe('the demo shop', () => {
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
  beforeEach(async () => {
    for (const psp of ['stripe', 'adyen', 'checkout_com']) await shop.faults(psp, { kind: 'ok' });
  });

  /** Mostly pressed and not clicked: a click in the very moment in which the frame above has become higher meets what was there before. */
  const pay = (page: Page) => page.getByRole('button', { name: /^Pay / });
  const thanks = (page: Page) => page.getByText('Thank you!');
  const order = (page: Page): Promise<string> =>
    page.evaluate(() => sessionStorage.getItem('order')).then((id) => id ?? '');
  const open = async (page: Page): Promise<string> => {
    await page.goto(shop.base_url);
    await cardFrame(page).locator('#number').waitFor();
    await page.waitForFunction(() => sessionStorage.getItem('order'));
    return order(page);
  };

  const processing = (page: Page, id: string) =>
    page.waitForFunction(
      async (path) => (await (await fetch(path)).json()).payment_status === 'processing',
      `/shop/orders/${id}`,
    );

  test('pays, and shows the receipt and what the router did', async (t) => {
    const page = await openPage(browser, t);
    const id = await open(page);
    await typeCard(page);
    await pay(page).click();
    await thanks(page).waitFor();
    await page.getByText('€48.00 captured').waitFor();
    assert.deepEqual(await shop.captured(id), [{ psp: 'stripe', amount: 4800 }]);
    assert.deepEqual(page.troubles, []);
  });

  test('takes the card in the vault’s frame, and nothing of it goes to the router', async (t) => {
    const page = await openPage(browser, t);
    const asked: { readonly origin: string; readonly said: string }[] = [];
    page.on('request', (request) => {
      const { origin } = new URL(request.url());
      const headers = JSON.stringify(request.headers());
      asked.push({ origin, said: `${request.url()} ${headers} ${request.postData() ?? ''}` });
    });
    await open(page);
    assert.ok(shop.vault);
    assert.ok(page.frames().some((frame) => frame.url().startsWith(`${shop.vault}/fields/v1/frame.html`)));
    // Twice: the first is declined, and the customer corrects it.
    await typeCard(page, { number: '4000000000009995', cvc: '931' });
    await pay(page).press('Enter');
    await page.getByText('The card has insufficient funds. Use another card.').waitFor();
    await typeCard(page, { cvc: '931' });
    await pay(page).press('Enter');
    await thanks(page).waitFor();
    const digits = /4000000000009995|4242424242424242|"cvc":"931"/;
    const holding = asked.filter(({ said }) => digits.test(said.replaceAll(' ', '')));
    assert.deepEqual(
      holding.map(({ origin }) => origin),
      [shop.vault, shop.vault],
    );
    const confirms = asked.filter(({ said }) => said.includes('card_token'));
    assert.equal(confirms.length, 2);
  });

  test('learns of a decline, corrects the card and pays in the same session', async (t) => {
    const page = await openPage(browser, t);
    const id = await open(page);
    await typeCard(page, { number: '4000000000009995' });
    await pay(page).press('Enter');
    await page.getByText('The card has insufficient funds. Use another card.').waitFor();
    assert.deepEqual(await shop.captured(id), []);
    await typeCard(page);
    await pay(page).press('Enter');
    await thanks(page).waitFor();
    assert.deepEqual(await shop.captured(id), [{ psp: 'stripe', amount: 4800 }]);
  });

  test('does not send a card with mistakes, and leads to the first one', async (t) => {
    const page = await openPage(browser, t);
    await open(page);
    const confirms: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) confirms.push(request.url());
    });
    await typeCard(page, { expiry: '12 / 20' });
    await pay(page).press('Enter');
    const expiry = cardFrame(page).locator('#expiry');
    await cardFrame(page).getByText('Your card has expired').waitFor();
    assert.equal(await expiry.getAttribute('aria-invalid'), 'true');
    assert.equal(await expiry.evaluate((input) => input === document.activeElement), true);
    assert.deepEqual(confirms, []);
  });

  test('goes to the bank for 3-D Secure and comes back paid', async (t) => {
    const page = await openPage(browser, t);
    const id = await open(page);
    await typeCard(page, { number: '4000002760003184' });
    await pay(page).press('Enter');
    await page.getByRole('button', { name: 'Approve' }).click();
    await thanks(page).waitFor();
    assert.equal(new URL(page.url()).search, '');
    assert.deepEqual(await shop.captured(id), [{ psp: 'stripe', amount: 4800 }]);
  });

  test('fails 3-D Secure, and pays the same order with another card', async (t) => {
    const page = await openPage(browser, t);
    const id = await open(page);
    await typeCard(page, { number: '4000002760003184' });
    await pay(page).press('Enter');
    await page.getByRole('button', { name: 'Fail' }).click();
    await page.getByText('The customer could not be authenticated').waitFor();
    await typeCard(page);
    await pay(page).press('Enter');
    await thanks(page).waitFor();
    assert.deepEqual(await shop.captured(id), [{ psp: 'stripe', amount: 4800 }]);
  });

  test('leaves the bank without an answer, and is led back there', async (t) => {
    const page = await openPage(browser, t);
    const id = await open(page);
    await typeCard(page, { number: '4000002760003184' });
    await pay(page).press('Enter');
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await page.goto(shop.base_url);
    await page.getByRole('link', { name: 'Continue there' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await thanks(page).waitFor();
    assert.equal((await shop.captured(id)).length, 1);
  });

  test('comes back from the bank and pays with another card, whose payment is the only one', async (t) => {
    const page = await openPage(browser, t);
    const id = await open(page);
    await typeCard(page, { number: '4000002760003184' });
    await pay(page).press('Enter');
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Continue there' }).waitFor();
    await typeCard(page);
    await pay(page).press('Enter');
    await thanks(page).waitFor();
    assert.deepEqual(await shop.captured(id), [{ psp: 'stripe', amount: 4800 }]);
  });

  test('an unknown outcome is not called failed, is never sent elsewhere, and resolves', async (t) => {
    const page = await openPage(browser, t);
    await shop.faults('stripe', { kind: 'reset-after', only: 'authorize' });
    await shop.webhooks('stripe', { mode: 'off' });
    const id = await open(page);
    await typeCard(page);
    await pay(page).press('Enter');
    await page.locator('#payment .badge', { hasText: 'Not known yet' }).first().waitFor();
    await processing(page, id);
    assert.equal(await pay(page).getAttribute('aria-busy'), 'true');
    assert.equal(await thanks(page).count(), 0);
    await shop.faults('stripe', { kind: 'ok' });
    await shop.webhooks('stripe', { mode: 'normal', redeliver: 'undelivered' });
    await thanks(page).waitFor();
    assert.deepEqual(await shop.captured(id), [{ psp: 'stripe', amount: 4800 }]);
  });

  test('a reload in the middle of a payment finds it again, and nothing is charged twice', async (t) => {
    const page = await openPage(browser, t);
    await shop.webhooks('stripe', { mode: 'off' });
    await shop.faults('stripe', { kind: 'reset-after', only: 'authorize' });
    const id = await open(page);
    await typeCard(page);
    const sent = page.waitForRequest((request) => request.url().endsWith('/confirm'));
    await pay(page).press('Enter');
    await sent;
    await processing(page, id);
    await page.reload();
    await page.getByText('Your bank has not answered yet').waitFor();
    await shop.faults('stripe', { kind: 'ok' });
    await shop.webhooks('stripe', { mode: 'normal', redeliver: 'undelivered' });
    await thanks(page).waitFor();
    assert.deepEqual(await shop.captured(id), [{ psp: 'stripe', amount: 4800 }]);
  });

  test('a double click sends one confirm', async (t) => {
    const page = await openPage(browser, t);
    const id = await open(page);
    const confirms: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) confirms.push(request.url());
    });
    await typeCard(page);
    await pay(page).dblclick();
    await thanks(page).waitFor();
    assert.equal(confirms.length, 1);
    assert.equal((await shop.captured(id)).length, 1);
  });

  test('pays with the keyboard alone', async (t) => {
    const page = await openPage(browser, t);
    const id = await open(page);
    await page.locator('#currency').focus();
    for (const value of ['4242424242424242', '1230', '123', 'Ada Lovelace']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(value);
    }
    await page.keyboard.press('Tab');
    assert.equal(await pay(page).evaluate((button) => button === document.activeElement), true);
    await page.keyboard.press('Enter');
    await thanks(page).waitFor();
    assert.equal((await shop.captured(id)).length, 1);
  });

  test('Enter in a field pays too', async (t) => {
    const page = await openPage(browser, t);
    const id = await open(page);
    await typeCard(page);
    await cardFrame(page).locator('#name').press('Enter');
    await thanks(page).waitFor();
    assert.equal((await shop.captured(id)).length, 1);
  });

  test('another currency is another order', async (t) => {
    const page = await openPage(browser, t);
    const id = await open(page);
    await page.locator('#currency').selectOption('jpy');
    await page.getByRole('button', { name: 'Pay ¥7,900' }).waitFor();
    assert.notEqual(await order(page), id);
  });
});
