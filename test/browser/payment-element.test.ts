import assert from 'node:assert/strict';
import { afterEach, describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { messagesIn } from '../../clients/browser/messages-in.ts';
import { sealCard } from '../../local/psp/framework/simulated-wallet.ts';
import { axeProblems } from './axe-problems.ts';
import { cardFrame, goodCard, typeCard } from './card-fields.ts';
import { googlePayAddress, googlePayScript } from './google-pay-stand-in.ts';
import { holdConfirms } from './hold-confirms.ts';
import { askedByBank, declined } from './hosted-page-scene.ts';
import { lostAfter, onConfirm } from './merchant-scene.ts';
import { openPage, type WatchedPage } from './open-browser.ts';
import { paymentPage } from './payment-page.ts';
import { fillCard, fits, readyFrame } from './ready-frame.ts';
import { googleButton, reportedBy, resultsOf, walletScene } from './wallet-scene.ts';
import { googlepay } from './wallets-page.ts';

const token = sealCard('googlepay', { number: '4242424242424242', expiry_month: 12, expiry_year: 2040 });

describe('the payment element', () => {
  const scene = walletScene();
  let pages = 0;
  afterEach(async () => {
    for (const psp of ['adyen', 'stripe', 'checkout_com']) await scene.shop.faults(psp, { kind: 'ok' });
  });

  type Opening = {
    readonly options?: object;
    readonly clock?: boolean;
    readonly context?: object;
    readonly host?: string;
  };
  const open = async (
    t: TestContext,
    client_secret: unknown,
    { options = {}, clock = false, context = {}, host }: Opening = {},
  ): Promise<WatchedPage> => {
    const path = `/payment-${++pages}`;
    scene.merchant.page(path, paymentPage(scene.shop.base_url, { client_secret, ...options }));
    const page = await openPage(scene.browser, t, context);
    if (clock) await page.clock.install();
    await page.route(googlePayAddress, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: googlePayScript }),
    );
    await page.goto(scene.merchant.url(path, host));
    await page.waitForFunction(() => window.payment);
    return page;
  };
  const confirm = (page: Page) => page.evaluate(() => window.payment.confirm());

  test('pays its session with a card, and tells so as promise and as event', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const page = await open(t, client_secret);
    await typeCard(page);
    assert.equal((await confirm(page)).status, 'succeeded');
    assert.deepEqual(await reportedBy(page), ['ready', 'confirming', 'result']);
    assert.equal((await confirm(page)).status, 'succeeded', 'pressed again, it asks for no other card');
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'stripe', amount: 2599 }]);
    assert.deepEqual(page.troubles, []);
    await page.reload();
    const [again] = await resultsOf(page);
    assert.equal(
      again?.status,
      'succeeded',
      'a page that is loaded again learns that nothing is left to pay',
    );
  });

  test('says a decline in its language, also to a page that is loaded again, and takes another card', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const page = await open(t, client_secret, { options: { locale: 'de' } });
    const words = messagesIn.de.declines.insufficient_funds;
    await fillCard(await readyFrame(page), declined);
    await page.locator('#pay').click();
    await (await readyFrame(page)).getByText(words).waitFor();
    await page.reload();
    await (await readyFrame(page)).getByText(words).waitFor();
    await fillCard(await readyFrame(page), goodCard.number);
    await page.locator('#pay').click();
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
    assert.equal((await scene.shop.captured(id)).length, 1);
  });

  test('without the name on the card neither asks for it nor sends one', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const page = await open(t, client_secret, { options: { name: false } });
    const frame = await readyFrame(page);
    assert.equal(await frame.locator('#name').count(), 0);
    for (const field of ['number', 'expiry', 'cvc'] as const)
      await frame.locator(`#${field}`).fill(goodCard[field]);
    const sent = page.waitForRequest('**/confirm');
    assert.equal((await confirm(page)).status, 'succeeded');
    assert.doesNotMatch((await sent).postData() ?? '', /"name"/);
    assert.equal((await scene.shop.captured(id)).length, 1);
  });

  test('a secret that is none, is wrong or has ended is an error at once: in the console and as result', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const expired = await scene.shop.session();
    await scene.shop.call('POST', `/v1/checkout/sessions/${expired.id}/expire`, {});
    for (const [secret, code] of [
      [id, 'token_invalid'],
      [undefined, 'token_invalid'],
      [{}, 'token_invalid'],
      [`${client_secret.slice(0, -4)}AAAA`, 'token_invalid'],
      [expired.client_secret, 'session_expired'],
    ] as const) {
      const page = await open(t, secret);
      const [result] = await resultsOf(page);
      assert.equal(result?.status === 'refused' && result.code, code);
      await page.trouble(`client_secret: ${code}.`);
      const confirmed = await confirm(page);
      assert.equal(confirmed.status === 'refused' && confirmed.code, code);
    }
  });

  test('after its patience the promise is processing, and the result is an event', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const page = await open(t, client_secret, { options: { patience: 5 }, clock: true });
    await typeCard(page);
    const held = await holdConfirms(page);
    const result = confirm(page);
    await page.waitForRequest('**/confirm');
    await page.clock.runFor(10_000);
    assert.equal((await result).status, 'processing');
    await cardFrame(page).getByText(messagesIn.en.waiting).waitFor();
    assert.equal((await confirm(page)).status, 'processing');
    held.release();
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
    assert.equal(held.sent(), 1);
    assert.equal((await scene.shop.captured(id)).length, 1);
  });

  test('with a PSP down the next one is paid; an answer lost after the effect is paid once', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    await scene.shop.faults('stripe', { kind: 'down' });
    const page = await open(t, client_secret);
    await typeCard(page);
    await onConfirm(page, lostAfter);
    assert.equal((await confirm(page)).status, 'succeeded');
    assert.equal((await scene.shop.captured(id)).length, 1);
  });

  test('with every PSP down says that nothing was charged', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const page = await open(t, client_secret);
    await typeCard(page);
    for (const psp of ['adyen', 'stripe', 'checkout_com']) await scene.shop.faults(psp, { kind: 'down' });
    assert.equal((await confirm(page)).status, 'refused');
    await cardFrame(page).getByText(messagesIn.en.refusals.psp_unavailable).waitFor();
    assert.deepEqual(await scene.shop.captured(id), []);
  });

  test('the bank’s page: the browser leaves for it', async (t) => {
    const { client_secret } = await scene.shop.session();
    const page = await open(t, client_secret);
    await typeCard(page, { number: askedByBank });
    await page.locator('#pay').click();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
  });

  test('is paid with the keyboard only', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const page = await open(t, client_secret);
    await page.bringToFront();
    await page.evaluate(() => window.payment.focus());
    await cardFrame(page).locator('#number:focus').waitFor();
    for (const value of Object.values(goodCard)) {
      await page.keyboard.type(value);
      await page.keyboard.press('Tab');
    }
    await page.locator('#pay:focus').waitFor();
    await page.keyboard.press('Enter');
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
    assert.equal((await scene.shop.captured(id)).length, 1);
  });

  test('has the wallets that the session offers above the card; they pay it, and say so in its language', async (t) => {
    const { id, client_secret } = await scene.planned('adyen');
    const page = await open(t, client_secret, { options: { googlepay, locale: 'fr' } });
    await googleButton(page).waitFor();
    const frame = await readyFrame(page);
    await frame.getByText(messagesIn.fr.labels.divide).waitFor();
    const places = await page.evaluate(() =>
      [...(document.querySelector('#place')?.children ?? [])].map(({ tagName }) => tagName),
    );
    assert.deepEqual(places, ['DIV', 'IFRAME']);
    assert.deepEqual(await axeProblems(page.mainFrame()), []);
    await scene.shop.faults('adyen', { kind: 'decline', code: '12' });
    const approve = async (sheets: number) => {
      await googleButton(page).click();
      await page.waitForFunction((count) => window.googleSheets.length === count, sheets);
      await page.evaluate((text) => window.googleSheets.at(-1)?.approve(text), token);
    };
    await approve(1);
    await frame.getByText(messagesIn.fr.declines.insufficient_funds).waitFor();
    await scene.shop.faults('adyen', { kind: 'ok' });
    await approve(2);
    const [, result] = await resultsOf(page, 2);
    assert.equal(result?.status, 'succeeded');
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'adyen', amount: 2599 }]);
    await googleButton(page).waitFor({ state: 'hidden' });
  });

  test('one payment at a time: no sheet opens while the card is being paid with', async (t) => {
    const { id, client_secret } = await scene.planned('adyen');
    const page = await open(t, client_secret, { options: { googlepay } });
    await googleButton(page).waitFor();
    await typeCard(page);
    const held = await holdConfirms(page);
    await page.locator('#pay').click();
    await page.waitForFunction(() => window.reported.some(([name]) => name === 'confirming'));
    await googleButton(page).click();
    assert.equal(await page.evaluate(() => window.googleSheets.length), 0);
    held.release();
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
    await googleButton(page).waitFor({ state: 'hidden' });
    assert.equal((await scene.shop.captured(id)).length, 1);
  });

  test('loads nothing for wallets that are not offered, and takes its buttons along when it goes', async (t) => {
    const loaded: string[] = [];
    const card = await scene.planned('stripe');
    const page = await open(t, card.client_secret, { options: { googlepay } });
    page.on('request', (request) => void loaded.push(request.url()));
    await page.reload();
    await page.waitForFunction(() => window.payment);
    await page.waitForLoadState('networkidle');
    assert.deepEqual(
      loaded.filter((url) => /buttons-|google/.test(url)),
      [],
    );
    const { client_secret } = await scene.planned('adyen');
    const offered = await open(t, client_secret, { options: { googlepay } });
    await googleButton(offered).waitFor();
    await offered.evaluate(() => window.payment.destroy());
    await googleButton(offered).waitFor({ state: 'detached' });
    assert.equal(await offered.locator('#place').evaluate(({ childElementCount }) => childElementCount), 0);
  });

  test('at an origin that is not allowed says so, and confirm rejects', async (t) => {
    const { client_secret } = await scene.shop.session();
    const page = await open(t, client_secret, { host: 'shop.example' });
    assert.deepEqual(await reportedBy(page), ['loaderror']);
    const reason = await page.evaluate(() => window.payment.confirm().catch(({ message }: Error) => message));
    assert.match(String(reason), /in FRAME_ANCESTORS/);
  });

  test('what a merchant has written is never markup in it', async (t) => {
    const text = '<img src=x onerror=parent.pwned=1>';
    const { client_secret } = await scene.shop.session({ description: text, metadata: { text } });
    const page = await open(t, client_secret, { options: { style: { fontFamily: text } } });
    await typeCard(page, { name: text });
    await page.locator('#pay').click();
    await resultsOf(page);
    for (const frame of page.frames())
      assert.equal(await frame.evaluate(() => 'pwned' in window || document.images.length > 0), false);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`has no problem that axe finds, and fits 390 px: ${colorScheme}`, async (t) => {
      const { client_secret } = await scene.planned('adyen');
      const page = await open(t, client_secret, {
        options: { googlepay, style: { colorScheme: 'light dark' } },
        context: { colorScheme, viewport: { width: 390, height: 1000 } },
      });
      await googleButton(page).waitFor();
      const frame = await readyFrame(page);
      await frame.locator('#divide').waitFor();
      await page.locator('#pay').click();
      await frame.getByText(messagesIn.en.mistakes.number.missing).waitFor();
      await scene.shop.faults('adyen', { kind: 'decline', code: '12' });
      await fillCard(frame, goodCard.number);
      await page.locator('#pay').click();
      await frame.locator('#notice.bad').waitFor();
      const behind = await page.evaluate(() => {
        const probe = Object.assign(document.createElement('p'), { style: 'color: Canvas' });
        document.body.append(probe);
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      });
      await frame.evaluate((color) => {
        document.documentElement.style.background = color;
      }, behind);
      assert.deepEqual(await axeProblems(frame, ['landmark-one-main', 'page-has-heading-one', 'region']), []);
      assert.ok((await fits(page)) && (await fits(frame)));
    });
});
