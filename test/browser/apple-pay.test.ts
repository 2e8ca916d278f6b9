import assert from 'node:assert/strict';
import { afterEach, describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { sealCard } from '../../local/psp/framework/simulated-wallet.ts';
import { axeProblems } from './axe-problems.ts';
import { typeCard } from './card-fields.ts';
import { confirm, onConfirm } from './merchant-scene.ts';
import type { WatchedPage } from './open-browser.ts';
import { appleButton, googleButton, reportedBy, resultsOf, walletScene } from './wallet-scene.ts';
import { applepay, googlepay } from './wallets-page.ts';

const success = 0;
const failure = 1;

const paymentData = (number = '4242424242424242'): object =>
  JSON.parse(sealCard('applepay', { number, expiry_month: 12, expiry_year: 2040 }));

describe('Apple Pay, with a stand-in for Apple’s part', () => {
  const scene = walletScene();
  afterEach(async () => {
    await scene.shop.faults('adyen', { kind: 'ok' });
    await scene.shop.webhooks('adyen', { mode: 'normal' });
  });

  const open = (t: TestContext, client_secret: string, prepare?: (page: WatchedPage) => Promise<unknown>) =>
    scene.checkout(t, { client_secret, wallets: { applepay }, apple: true, ...(prepare && { prepare }) });
  const ready = async (page: Page): Promise<void> => {
    await appleButton(page).click();
    await page.waitForFunction(() => window.appleSheets.at(-1)?.shown() === 'ready');
  };
  const approve = (page: Page, data = paymentData()): Promise<void> =>
    page.evaluate((given) => window.appleSheets.at(-1)?.approve(given), data);
  const sheet = (page: Page) =>
    page.evaluate(() => {
      const { shown, answers } = window.appleSheets.at(-1) ?? { shown: () => 'none', answers: [] };
      return { shown: shown(), answers };
    });

  test('is shown if the plan begins at a PSP that has the certificate, and its token pays there', async (t) => {
    const { id, client_secret } = await scene.planned('adyen');
    const page = await open(t, client_secret);
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) sent.push(request.postDataJSON().payment_method);
    });
    await appleButton(page).waitFor();
    assert.deepEqual(await axeProblems(page.mainFrame()), []);
    await ready(page);
    await approve(page);
    const [result] = await resultsOf(page);
    assert.equal(result?.status === 'succeeded' && result.session.payment_status, 'paid');
    assert.deepEqual(await sheet(page), { shown: 'done', answers: [success] });
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'adyen', amount: 2599 }]);
    assert.deepEqual(sent, [{ type: 'applepay', token: JSON.stringify(paymentData()), psps: ['adyen'] }]);
    assert.deepEqual(await reportedBy(page), ['ready', 'confirming', 'result']);
    assert.equal(await appleButton(page).count(), 0, 'nobody is led to pay again');
    assert.deepEqual(await page.evaluate(() => window.validated), [
      'https://apple-pay-gateway.apple.com/paymentservices/startSession',
    ]);
    const [asked] = await page.evaluate(() =>
      window.appleSheets.map(({ request, version }) => ({ request, version })),
    );
    assert.deepEqual(asked, {
      version: 3,
      request: {
        countryCode: 'DE',
        currencyCode: 'EUR',
        merchantCapabilities: ['supports3DS'],
        supportedNetworks: ['visa', 'masterCard'],
        total: { label: 'Test shop', amount: '25.99', type: 'final' },
      },
    });
    assert.deepEqual(page.troubles, []);
  });

  test('is not shown if the plan begins elsewhere, the device cannot, or the browser has no Apple Pay', async (t) => {
    const there = await scene.planned('adyen');
    const elsewhere = await scene.planned('checkout_com');
    const pages = await Promise.all([
      open(t, elsewhere.client_secret),
      open(t, there.client_secret, (page) =>
        page.addInitScript(() => {
          window.appleReady = false;
        }),
      ),
      scene.checkout(t, { client_secret: there.client_secret, wallets: { applepay } }),
      scene.checkout(t, {
        client_secret: there.client_secret,
        wallets: { applepay: { ...applepay, version: 99 } },
        apple: true,
      }),
    ]);
    for (const page of pages) {
      assert.deepEqual(await page.evaluate(() => window.reported), [['ready', { wallets: [] }]]);
      assert.equal(await appleButton(page).count(), 0);
    }
  });

  test('in Safari it is the button that Safari draws', async (t) => {
    const { client_secret } = await scene.planned('adyen');
    const page = await open(t, client_secret, (opened) =>
      opened.addInitScript(() => {
        CSS.supports = (_: string, value?: string) => value === '-apple-pay-button';
      }),
    );
    assert.equal(await page.locator('apple-pay-button').count(), 0);
    await ready(page);
    await approve(page);
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
  });

  test('stands beside Google Pay, and only one of them is open at a time', async (t) => {
    const { client_secret } = await scene.planned('adyen');
    const page = await scene.checkout(t, { client_secret, wallets: { applepay, googlepay }, apple: true });
    assert.deepEqual(await page.evaluate(() => window.reported), [
      ['ready', { wallets: ['applepay', 'googlepay'] }],
    ]);
    assert.deepEqual(await axeProblems(page.mainFrame()), []);
    await ready(page);
    await googleButton(page).click();
    await appleButton(page).dblclick();
    assert.deepEqual(
      await page.evaluate(() => [window.appleSheets.length, window.googleSheets.length]),
      [1, 0],
    );
  });

  test('a decline is a failure on the sheet, where another card may follow', async (t) => {
    await scene.shop.faults('adyen', { kind: 'decline', code: '12' });
    const { id, client_secret } = await scene.planned('adyen');
    const page = await open(t, client_secret);
    await ready(page);
    await approve(page);
    const [declined] = await resultsOf(page);
    assert.equal(declined?.status === 'declined' && declined.decline_code, 'insufficient_funds');
    assert.deepEqual(await sheet(page), { shown: 'ready', answers: [failure] });
    await scene.shop.faults('adyen', { kind: 'ok' });
    await approve(page, paymentData('5555555555554444'));
    assert.equal((await resultsOf(page, 2))[1]?.status, 'succeeded');
    assert.deepEqual(await sheet(page), { shown: 'done', answers: [failure, success] });
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'adyen', amount: 2599 }]);
  });

  test('after a decline the sheet may be closed and opened again', async (t) => {
    await scene.shop.faults('adyen', { kind: 'decline', code: '12' });
    const { client_secret } = await scene.planned('adyen');
    const page = await open(t, client_secret);
    await ready(page);
    await approve(page);
    await resultsOf(page);
    await page.evaluate(() => window.appleSheets.at(-1)?.close());
    await scene.shop.faults('adyen', { kind: 'ok' });
    await ready(page);
    await approve(page);
    assert.equal((await resultsOf(page, 2))[1]?.status, 'succeeded');
    assert.deepEqual(await reportedBy(page), ['ready', 'confirming', 'result', 'confirming', 'result']);
  });

  test('an unknown outcome is never a failure on the sheet, however long it takes', async (t) => {
    await scene.shop.faults('adyen', { kind: 'reset-after', only: 'authorize' });
    await scene.shop.webhooks('adyen', { mode: 'off' });
    const { client_secret } = await scene.planned('adyen');
    const page = await open(t, client_secret, (opened) => opened.clock.install());
    await ready(page);
    const confirmed = page.waitForResponse('**/confirm');
    await approve(page);
    await confirmed;
    await page.clock.runFor(18_000);
    assert.deepEqual(await sheet(page), { shown: 'processing', answers: [] });
    await page.clock.runFor(8_000);
    assert.deepEqual(
      await sheet(page),
      { shown: 'done', answers: [success] },
      'before Apple calls it failed',
    );
    assert.deepEqual(await reportedBy(page), ['ready', 'confirming']);
    while (!(await reportedBy(page)).includes('result')) await page.clock.runFor(5_000);
    assert.equal((await resultsOf(page))[0]?.status, 'processing');
    assert.equal(await appleButton(page).count(), 0, 'nobody is led to pay again');
  });

  test('closing the sheet sends nothing, and leaves button and card as they were', async (t) => {
    const { id, client_secret } = await scene.planned('adyen');
    const page = await open(t, client_secret);
    const keys = await onConfirm(page);
    await ready(page);
    await page.evaluate(() => window.appleSheets.at(-1)?.close());
    assert.deepEqual(await page.evaluate(() => window.reported.at(-1)), [
      'cancel',
      { wallet: 'applepay', code: 'CANCELED' },
    ]);
    assert.deepEqual(keys, []);
    await ready(page);
    await page.evaluate(() => window.appleSheets.at(-1)?.close());
    await typeCard(page);
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'adyen', amount: 2599 }]);
  });

  test('closing it while the payment is being made cancels nothing, and the result is reported', async (t) => {
    const { id, client_secret } = await scene.planned('adyen');
    const page = await open(t, client_secret);
    const held = Promise.withResolvers<void>();
    await onConfirm(page, async (route) => {
      await held.promise;
      await route.continue();
    });
    await ready(page);
    await approve(page);
    await page.evaluate(() => window.appleSheets.at(-1)?.close());
    held.resolve();
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
    assert.deepEqual(await reportedBy(page), ['ready', 'confirming', 'result']);
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'adyen', amount: 2599 }]);
    assert.deepEqual(page.troubles, []);
  });

  test('listeners that throw do not change what the sheet reports', async (t) => {
    const { client_secret } = await scene.planned('adyen');
    const page = await open(t, client_secret);
    await page.evaluate(() => {
      window.reported.push = () => {
        throw new Error('of the page');
      };
    });
    await ready(page);
    await approve(page);
    await page.waitForFunction(() => window.appleSheets[0]?.shown() === 'done');
    assert.deepEqual(page.troubles, ['Error: of the page', 'Error: of the page']);
  });

  test('a merchant whose server does not vouch for it: the sheet goes, nothing is sent, and it can be tried again', async (t) => {
    const { client_secret } = await scene.planned('adyen');
    const page = await open(t, client_secret);
    await page.evaluate(() => {
      delete window.merchantSession;
    });
    await appleButton(page).click();
    await page.waitForFunction(() => window.reported.length === 2);
    assert.deepEqual(await page.evaluate(() => window.reported.at(-1)), [
      'cancel',
      { wallet: 'applepay', code: 'MERCHANT_NOT_VALIDATED' },
    ]);
    assert.equal((await sheet(page)).shown, 'aborted');
    await page.evaluate(() => {
      window.merchantSession = { merchantSessionIdentifier: 'SSH2' };
    });
    await ready(page);
    await approve(page);
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
  });

  test('takes three decimals if the currency has them', async (t) => {
    const { client_secret } = await scene.planned('adyen', { amount: 12_345, currency: 'kwd' });
    const page = await open(t, client_secret);
    await ready(page);
    const [total] = await page.evaluate(() => window.appleSheets.map(({ request }) => request.total.amount));
    assert.equal(total, '12.345');
  });
});
