import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Browser, Frame, Page } from 'playwright-core';
import { messagesIn } from '../../clients/browser/messages-in.ts';
import { axeProblems } from './axe-problems.ts';
import { goodCard } from './card-fields.ts';
import { holdConfirms } from './hold-confirms.ts';
import { lostAfter, onConfirm } from './merchant-scene.ts';
import { openBrowser, openPage, type WatchedPage } from './open-browser.ts';
import { paymentPage } from './payment-page.ts';
import { fillCard, fits, readyFrame } from './ready-frame.ts';
import { type Merchant, startMerchant } from './start-merchant.ts';
import { type Shop, startShop } from './start-shop.ts';
import { reportedBy, resultsOf } from './wallet-scene.ts';

type Read = {
  readonly id: string;
  readonly client_secret: string;
  readonly url: string;
  readonly vault: { readonly url: string; readonly grant: string };
};

const [good, refused, wrongCode, amex] = [
  '4242424242424242',
  '4111000000010007',
  '4111000000020006',
  '378282246310005',
] as const;

/** The payment element as `npm start` has it, in the vault's frame. */
describe('saved cards in the payment element', () => {
  let shop: Shop;
  let merchant: Merchant;
  let browser: Browser;
  before(async () => {
    [shop, merchant, browser] = await Promise.all([startShop(), startMerchant(), openBrowser()]);
    await shop.route('stripe');
    merchant.page('/favicon.ico', '');
  });
  after(async () => {
    await browser?.close();
    await Promise.all([shop?.close(), merchant?.close()]);
  });

  let customers = 0;
  /** A new customer's session; each of these cards has been stored, the last one most recently. */
  const sessionWith = async (numbers: readonly string[], fields: object = {}): Promise<Read> => {
    const customer = { id: `customer_${process.pid}_${++customers}` };
    for (const [index, number] of numbers.entries()) {
      // Cards of one second are in no order.
      if (index > 0) await new Promise((resolve) => setTimeout(resolve, 1000));
      const { id, client_secret } = await shop.session({ customer });
      const { vault } = await shop.call<Read>('GET', `/v1/checkout/sessions/${id}`, undefined, client_secret);
      const cvc = number === amex ? '1234' : '123';
      const answer = await fetch(`${vault.url}/v1/cards`, {
        method: 'POST',
        headers: { authorization: `Bearer ${vault.grant}`, 'content-type': 'application/json' },
        body: JSON.stringify({ card: { number, exp_month: 12, exp_year: 2030, cvc } }),
      });
      const kept = { customer: customer.id, ...((await answer.json()) as object) };
      await shop.call('POST', '/v1/payment_methods', kept);
    }
    return (await shop.session({ customer, saved_cards: true, ...fields })) as Read;
  };

  let pages = 0;
  type Opening = { readonly options?: object; readonly context?: object };
  const open = async (
    t: TestContext,
    { client_secret }: Read,
    { options = {}, context = {} }: Opening = {},
  ): Promise<WatchedPage & { readonly asked: { readonly url: string; readonly body: string }[] }> => {
    const path = `/saved-${++pages}`;
    merchant.page(path, paymentPage(shop.base_url, { client_secret, ...options }));
    const page = await openPage(browser, t, context);
    const asked: { readonly url: string; readonly body: string }[] = [];
    page.on('request', (request) => void asked.push({ url: request.url(), body: request.postData() ?? '' }));
    await page.goto(merchant.url(path));
    await page.waitForFunction(() => window.payment);
    return Object.assign(page, { asked });
  };
  /** The frame, once its customer can choose. */
  const choice = async (page: Page): Promise<Frame> => {
    const iframe = await page.waitForSelector('iframe');
    const frame = await iframe.contentFrame();
    assert.ok(frame);
    await frame.locator('#saved').waitFor();
    return frame;
  };
  const confirm = (page: Page) => page.evaluate(() => window.payment.confirm());
  const { labels, another, declines, mistakes } = messagesIn.en;

  test('the newest is chosen; paying asks for its security code alone, which only the vault gets', async (t) => {
    const session = await sessionWith([amex, good]);
    const page = await open(t, session);
    const frame = await choice(page);
    const names = await frame
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => radio.closest('label')?.textContent));
    assert.deepEqual(names, ['Visa •••• 424212 / 30', 'Amex •••• 000512 / 30', another]);
    await frame.getByRole('radio', { name: 'Visa 4242 12 / 30' }).and(frame.locator(':checked')).waitFor();
    assert.equal(await frame.locator('#number').isVisible(), false);
    await frame.getByLabel(labels.cvc).fill('737');
    const result = await confirm(page);
    assert.equal(result.status, 'succeeded', JSON.stringify(result));
    assert.deepEqual(await reportedBy(page), ['ready', 'confirming', 'result']);
    assert.deepEqual(await shop.captured(session.id), [{ psp: 'stripe', amount: 2599 }]);
    const holding = page.asked.filter(({ body }) => body.includes('737')).map(({ url }) => url);
    assert.deepEqual(holding, [`${shop.vault}/v1/cards`]);
    assert.ok(page.asked.some(({ url, body }) => url.endsWith('/confirm') && body.includes('"stored"')));
    assert.equal(await frame.locator('#cvc').inputValue(), '');
    assert.deepEqual(page.troubles, []);
  });

  test('without the code nothing is sent, and each card wants as many digits as it has', async (t) => {
    const page = await open(t, await sessionWith([good, amex]));
    const frame = await choice(page);
    const code = frame.getByLabel(labels.cvc);
    const incomplete = async (expected: string) => {
      const result = await confirm(page);
      assert.equal(result.status === 'incomplete' && result.error.message, expected);
      await frame.getByText(expected).waitFor();
      await frame.locator('#cvc:focus').waitFor();
    };
    await incomplete(mistakes.cvc.missing);
    await code.fill('123');
    await incomplete(mistakes.cvc.incomplete);
    await frame.getByText('4242').click();
    assert.equal(await code.inputValue(), '', 'a code is one card’s');
    await code.fill('123');
    assert.equal((await confirm(page)).status, 'succeeded');
  });

  test('another card can be typed instead, and back', async (t) => {
    const session = await sessionWith([refused]);
    const page = await open(t, session);
    const frame = await choice(page);
    await frame.getByText(another).click();
    await fillCard(frame, goodCard.number);
    await frame.getByText('0007').click();
    assert.equal(await frame.locator('#number').isVisible(), false);
    await frame.getByText(another).click();
    assert.equal(await frame.locator('#number').inputValue(), '4242 4242 4242 4242');
    await frame.locator('#cvc').fill('123');
    assert.equal((await confirm(page)).status, 'succeeded');
    assert.equal((await shop.captured(session.id)).length, 1);
  });

  for (const [what, number, decline] of [
    ['a declined card', refused, declines.insufficient_funds],
    ['a wrong security code', wrongCode, declines.incorrect_card_data],
  ] as const)
    test(`${what} is said, nothing is charged elsewhere, and the same session takes another`, async (t) => {
      const session = await sessionWith([good, number]);
      const page = await open(t, session);
      const frame = await choice(page);
      await frame.getByLabel(labels.cvc).fill('123');
      const result = await confirm(page);
      assert.equal(result.status === 'declined' && result.message, decline);
      await frame.getByText(decline).waitFor();
      assert.deepEqual(await shop.captured(session.id), []);
      await frame.getByText('4242').click();
      await frame.getByLabel(labels.cvc).fill('123');
      assert.equal((await confirm(page)).status, 'succeeded');
      assert.equal((await shop.captured(session.id)).length, 1);
    });

  test('an answer lost after the effect is paid once', async (t) => {
    const session = await sessionWith([good]);
    const page = await open(t, session);
    await (await choice(page)).getByLabel(labels.cvc).fill('123');
    await onConfirm(page, lostAfter);
    assert.equal((await confirm(page)).status, 'succeeded');
    assert.equal((await shop.captured(session.id)).length, 1);
  });

  test('with the vault out of reach nothing is charged, and the customer learns it', async (t) => {
    const session = await sessionWith([good]);
    const page = await open(t, session);
    const frame = await choice(page);
    await page.route(`${shop.vault}/v1/cards`, (route) => route.abort());
    await frame.getByLabel(labels.cvc).fill('123');
    const result = await confirm(page);
    assert.equal(result.status === 'refused' && result.code, 'vault_unavailable');
    await frame.getByText(messagesIn.en.refusals.vault_unavailable).waitFor();
    assert.deepEqual(await shop.captured(session.id), []);
  });

  test('the choice holds still while the card is being paid with', async (t) => {
    const page = await open(t, await sessionWith([amex, good]));
    const frame = await choice(page);
    await frame.getByLabel(labels.cvc).fill('123');
    const held = await holdConfirms(page);
    await Promise.all([page.waitForRequest('**/confirm'), page.locator('#pay').click()]);
    await frame.getByText('Amex').click();
    await frame.getByRole('radio', { name: 'Visa' }).and(frame.locator(':checked')).waitFor();
    held.release();
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
  });

  test('is paid with the keyboard only', async (t) => {
    const session = await sessionWith([amex, good]);
    const page = await open(t, session);
    const frame = await choice(page);
    await page.bringToFront();
    await page.evaluate(() => window.payment.focus());
    const focused = (name: string) =>
      frame.getByRole('radio', { name }).and(frame.locator(':checked:focus')).waitFor();
    await focused('Visa');
    await page.keyboard.press('ArrowDown');
    await focused('Amex');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1234');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => window.reported.some(([name]) => name === 'submit'));
    await page.keyboard.press('Tab');
    await page.locator('#pay:focus').waitFor();
    await page.keyboard.press('Enter');
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
    assert.equal((await shop.captured(session.id)).length, 1);
  });

  test('a customer who has begun to type goes on with that', async (t) => {
    const session = await sessionWith([good]);
    const path = `/saved-${++pages}`;
    merchant.page(path, paymentPage(shop.base_url, { client_secret: session.client_secret }));
    const page = await openPage(browser, t);
    let go: () => void = () => {};
    const typed = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(`**/v1/checkout/sessions/${session.id}`, async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto(merchant.url(path));
    await (await readyFrame(page)).locator('#number').fill(goodCard.number);
    go();
    const frame = await choice(page);
    await frame.getByRole('radio', { name: another }).and(frame.locator(':checked')).waitFor();
    assert.equal(await frame.locator('#number').isVisible(), true);
  });

  test('there is no choice without saved cards, or in a session that does not ask for them', async (t) => {
    for (const session of [await sessionWith([]), await sessionWith([good], { saved_cards: false })]) {
      const page = await open(t, session);
      const frame = await readyFrame(page);
      await page.waitForLoadState('networkidle');
      assert.equal(await frame.locator('#saved').isVisible(), false);
      await fillCard(frame, goodCard.number);
      assert.equal((await confirm(page)).status, 'succeeded');
    }
  });

  test('the hosted page has none, whichever of the session’s secrets is behind its #', async (t) => {
    const session = await sessionWith([good]);
    const [address = ''] = session.url.split('#');
    for (const url of [session.url, `${address}#${session.client_secret}`]) {
      const page = await openPage(browser, t);
      await page.goto(url);
      const frame = await readyFrame(page);
      await page.waitForLoadState('networkidle');
      assert.equal(await frame.locator('#saved').isVisible(), false);
      assert.equal(await frame.getByText('4242').count(), 0);
    }
  });

  test('speaks the customer’s language', async (t) => {
    const { de } = messagesIn;
    const page = await open(t, await sessionWith([good]), { options: { locale: 'de' } });
    const frame = await choice(page);
    await frame.getByRole('group', { name: de.labels.saved }).waitFor();
    await frame.getByRole('radio', { name: de.another }).waitFor();
    await frame.getByLabel(de.labels.cvc).waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`has no problem that axe finds, and fits 390 px: ${colorScheme}`, async (t) => {
      const page = await open(t, await sessionWith([good, amex, refused]), {
        options: { style: { colorScheme: 'light dark' } },
        context: { colorScheme, viewport: { width: 390, height: 1000 } },
      });
      const frame = await choice(page);
      await page.locator('#pay').click();
      await frame.getByText(mistakes.cvc.missing).waitFor();
      await frame.locator('#cvc').fill('123');
      await page.locator('#pay').click();
      await frame.locator('#notice.bad').waitFor();
      const behind = colorScheme === 'dark' ? '#121212' : '#fff';
      await frame.evaluate((color) => {
        document.documentElement.style.background = color;
      }, behind);
      assert.deepEqual(await axeProblems(frame, ['landmark-one-main', 'page-has-heading-one', 'region']), []);
      assert.ok((await fits(page)) && (await fits(frame)));
    });
});
