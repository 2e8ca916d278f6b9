import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test';
import type { Browser, Page, Route } from 'playwright-core';
import type { CardElement, ConfirmResult, loadFields } from '../../clients/browser/src/index.ts';
import { cardFrame, typeCard } from './card-fields.ts';
import { openBrowser, openPage, type WatchedPage } from './open-browser.ts';
import { type Merchant, merchantPage, startMerchant } from './start-merchant.ts';
import { type Shop, startShop } from './start-shop.ts';

declare global {
  interface Window {
    events: (readonly [string, unknown?])[];
    loaderrors: number;
    card: CardElement;
    loadFields: typeof loadFields;
  }
}

describe('the hosted fields in a merchant’s page, in Chromium', () => {
  let shop: Shop;
  let merchant: Merchant;
  let browser: Browser;

  before(async () => {
    [shop, merchant, browser] = await Promise.all([startShop(), startMerchant(), openBrowser()]);
    merchant.page('/', merchantPage(shop.base_url));
    await shop.route('stripe');
  });
  after(async () => {
    await browser?.close();
    await Promise.all([shop?.close(), merchant?.close()]);
  });
  beforeEach(() => shop.faults('stripe', { kind: 'ok' }));

  const open = async (t: TestContext, path = '/'): Promise<WatchedPage> => {
    const page = await openPage(browser, t);
    await page.goto(merchant.url(path));
    await page.waitForFunction(() => window.card);
    return page;
  };
  const confirm = (page: Page, secret: string): Promise<ConfirmResult> =>
    page.evaluate((client_secret) => window.card.confirm(client_secret), secret);
  const changes = (page: Page) =>
    page.evaluate(() => window.events.flatMap(([name, change]) => (name === 'change' ? [change] : [])));
  /** Plays `play` for the first requests to confirm, in order; later ones pass. Gives the idempotency keys of all of them. */
  const onConfirm = async (page: Page, ...play: readonly ((route: Route) => Promise<void>)[]) => {
    const keys: string[] = [];
    await page.route('**/confirm', async (route) => {
      const step = play[keys.length];
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      await (step ? step(route) : route.continue());
    });
    return keys;
  };
  const lostBefore = (route: Route) => route.abort('connectionreset');
  const lostAfter = async (route: Route) => {
    await route.fetch();
    await route.abort('connectionreset');
  };

  test('tell what happens in them, and never a digit of the card', async (t) => {
    const page = await open(t);
    const frame = cardFrame(page);
    await frame.locator('#number').focus();
    await frame.locator('#number').pressSequentially('4242');
    await frame.locator('#name').focus();
    await frame.getByText('Your card number is incomplete.').waitFor();
    await typeCard(page);
    await frame.locator('#name').press('Enter');
    await page.getByRole('button', { name: 'After' }).click();
    await page.waitForFunction(() => window.events.some(([name]) => name === 'blur'));
    const events = await page.evaluate(() => window.events);
    assert.equal(events[0]?.[0], 'ready');
    for (const name of ['focus', 'submit', 'blur'])
      assert.equal(events.filter((event) => event[0] === name).length, 1, name);
    const seen = await changes(page);
    assert.deepEqual(seen[0], { complete: false, empty: false, error: null, brand: null });
    assert.deepEqual(seen[1], { complete: false, empty: false, error: null, brand: 'visa' });
    assert.deepEqual(seen.at(-1), { complete: true, empty: false, error: null, brand: 'visa' });
    assert.ok(
      seen.some((change) => JSON.stringify(change).includes('"code":"incomplete"')),
      'the mistake was told',
    );
    assert.doesNotMatch(JSON.stringify(events), /\d/);
  });

  test('format and recognise what is typed, with the caret where it was', async (t) => {
    const page = await open(t);
    const number = cardFrame(page).locator('#number');
    await number.pressSequentially('378282246310005');
    assert.equal(await number.inputValue(), '3782 822463 10005');
    assert.equal(await cardFrame(page).locator('#cvc').getAttribute('placeholder'), '4 digits');
    await number.fill('42424242');
    for (const key of ['ArrowLeft', 'ArrowLeft', '1']) await number.press(key);
    assert.equal(await number.inputValue(), '4242 4214 2');
    assert.equal(await number.evaluate((input: HTMLInputElement) => input.selectionStart), 8);
    const expiry = cardFrame(page).locator('#expiry');
    await expiry.pressSequentially('530');
    assert.equal(await expiry.inputValue(), '05 / 30');
    for (const left of ['05 / 3', '05', '0', '']) {
      await expiry.press('Backspace');
      assert.equal(await expiry.inputValue(), left);
    }
  });

  test('carry what browsers need to fill a card in, and take it in whatever form it comes', async (t) => {
    const page = await open(t);
    const frame = cardFrame(page);
    const hints = { number: 'cc-number', expiry: 'cc-exp', cvc: 'cc-csc', name: 'cc-name' };
    for (const [id, hint] of Object.entries(hints)) {
      assert.equal(await frame.locator(`#${id}`).getAttribute('autocomplete'), hint);
      assert.equal(await frame.locator(`form #${id}`).count(), 1);
      assert.equal(await frame.locator(`label[for="${id}"]`).count(), 1);
    }
    for (const expiry of ['12/2030', '2030-12', '1230', '12/30']) {
      await frame.locator('form').evaluate((_, date) => {
        const values = { number: '4242 4242 4242 4242', expiry: date, cvc: '123', name: 'Ada Lovelace' };
        for (const [id, value] of Object.entries(values)) {
          const input = document.getElementById(id) as HTMLInputElement;
          input.value = value;
          input.dispatchEvent(new Event('input', { bubbles: true }));
          input.dispatchEvent(new Event('change', { bubbles: true }));
        }
      }, expiry);
      assert.equal(await frame.locator('#expiry').inputValue(), '12 / 30');
    }
    await page.waitForFunction(() => JSON.stringify(window.events.at(-1)).includes('"complete":true'));
    const { client_secret } = await shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
  });

  test('take the looks on the list and nothing else', async (t) => {
    const style = {
      textColor: '#123456',
      fontSize: '18px',
      borderRadius: '0px',
      backgroundColor: 'url(https://evil.example/leak)',
      errorColor: 'red;position:fixed',
      display: 'none',
    };
    merchant.page('/styled', merchantPage(shop.base_url, { style }));
    const page = await open(t, '/styled');
    const looks = await cardFrame(page)
      .locator('#number')
      .evaluate((input) => {
        const { color, fontSize, borderRadius, backgroundImage } = getComputedStyle(input);
        return { color, fontSize, borderRadius, backgroundImage };
      });
    assert.deepEqual(looks, {
      color: 'rgb(18, 52, 86)',
      fontSize: '18px',
      borderRadius: '0px',
      backgroundImage: 'none',
    });
    const set = await cardFrame(page)
      .locator('html')
      .evaluate((root) => root.getAttribute('style'));
    assert.doesNotMatch(set ?? '', /evil|fixed|none/);
  });

  test('confirm once for any number of calls, and not two sessions at a time', async (t) => {
    const page = await open(t);
    const keys = await onConfirm(page);
    await typeCard(page);
    const [one, other] = [await shop.session(), await shop.session()];
    const [results, refusal] = await page.evaluate(
      async ([first, second]) => {
        const { card } = window;
        const calls = [card.confirm(first), card.confirm(first), card.confirm(first)];
        const refused = card.confirm(second).catch((error: Error) => error.message);
        return [(await Promise.all(calls)).map(({ status }) => status), await refused] as const;
      },
      [one.client_secret, other.client_secret] as const,
    );
    assert.deepEqual(results, ['succeeded', 'succeeded', 'succeeded']);
    assert.equal(refusal, 'Another session is being confirmed with this card');
    assert.equal(keys.length, 1);
    assert.deepEqual(await shop.captured(other.id), []);
  });

  test('survive an answer lost after the effect: paid once, and known to be', async (t) => {
    const page = await open(t);
    await typeCard(page);
    const keys = await onConfirm(page, lostAfter);
    const { id, client_secret } = await shop.session();
    const result = await confirm(page, client_secret);
    assert.equal(result.status, 'succeeded');
    assert.equal(keys.length, 1, 'reading the session was enough');
    assert.deepEqual(await shop.captured(id), [{ psp: 'stripe', amount: 2599 }]);
  });

  test('survive a request lost before the effect: sent again under the same key', async (t) => {
    const page = await open(t);
    await typeCard(page);
    const keys = await onConfirm(page, lostBefore, (route) =>
      route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>', contentType: 'text/html' }),
    );
    const { id, client_secret } = await shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    assert.equal(keys.length, 3);
    assert.equal(new Set(keys).size, 1);
    assert.equal((await shop.captured(id)).length, 1);
  });

  test('a decline whose answer was lost is told as that decline', async (t) => {
    const page = await open(t);
    await typeCard(page, { number: '4000000000009995' });
    const keys = await onConfirm(page, lostAfter);
    const { client_secret } = await shop.session();
    const result = await confirm(page, client_secret);
    assert.equal(result.status, 'declined');
    assert.equal(result.status === 'declined' && result.decline_code, 'insufficient_funds');
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
  });

  test('each confirm has a key of its own', async (t) => {
    const page = await open(t);
    const keys = await onConfirm(page);
    const { client_secret } = await shop.session();
    await typeCard(page, { number: '4000000000009995' });
    await confirm(page, client_secret);
    await typeCard(page);
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    assert.equal(new Set(keys).size, 2);
  });

  test('a second tab waits for the first one’s payment instead of making another', async (t) => {
    await shop.faults('stripe', { kind: 'reset-after', only: 'authorize' });
    await shop.webhooks('stripe', { mode: 'off' });
    const [page, second] = [await open(t), await open(t)];
    await typeCard(page);
    await typeCard(second);
    const { id, client_secret } = await shop.session();
    const first = confirm(page, client_secret);
    await second.waitForFunction(() => true);
    const status = () => shop.call<{ payment_status: string }>('GET', `/v1/checkout/sessions/${id}`);
    while ((await status()).payment_status !== 'processing');
    const other = confirm(second, client_secret);
    await second.waitForResponse((response) => response.url().endsWith(id));
    await shop.faults('stripe', { kind: 'ok' });
    await shop.webhooks('stripe', { mode: 'normal', redeliver: 'undelivered' });
    assert.deepEqual([(await first).status, (await other).status], ['succeeded', 'succeeded']);
    assert.equal((await shop.captured(id)).length, 1);
  });

  test('what the service refuses is told as refused, and what is incomplete is not sent', async (t) => {
    const page = await open(t);
    const keys = await onConfirm(page);
    const { client_secret } = await shop.session();
    const incomplete = await confirm(page, client_secret);
    assert.equal(incomplete.status === 'incomplete' && incomplete.error.code, 'missing');
    assert.deepEqual(keys, []);
    await typeCard(page);
    const forged = await confirm(page, `${client_secret.slice(0, -4)}AAAA`);
    assert.equal(forged.status === 'refused' && forged.code, 'token_invalid');
    const nonsense = await confirm(page, '../../charges/refund');
    assert.equal(nonsense.status === 'refused' && nonsense.code, 'token_invalid');
    assert.equal(keys.length, 1);
  });

  test('an outcome that stays unknown is told as processing when patience ends', async (t) => {
    const page = await openPage(browser, t);
    await page.clock.install();
    await page.goto(merchant.url('/'));
    await page.waitForFunction(() => window.card);
    await typeCard(page);
    await page.route('**/v1/**', (route) => route.abort('connectionreset'));
    const { client_secret } = await shop.session();
    const result = confirm(page, client_secret);
    let done = false;
    void result.finally(() => {
      done = true;
    });
    while (!done) await page.clock.runFor(5_000);
    assert.deepEqual(await result, { status: 'processing', session: null });
  });

  test('no address but a web address is ever followed', async (t) => {
    const page = await open(t);
    await typeCard(page);
    const { id, client_secret } = await shop.session();
    await onConfirm(page, (route) =>
      route.fulfill({
        json: {
          id,
          object: 'checkout.session',
          payment_status: 'requires_action',
          next_action: { type: 'redirect_to_url', redirect_to_url: { url: 'javascript:document.title=1' } },
        },
      }),
    );
    assert.equal((await confirm(page, client_secret)).status, 'processing');
    assert.equal(await page.title(), 'Merchant');
  });

  test('a script that fails to load is tried once more', async (t) => {
    const page = await openPage(browser, t);
    const asked: string[] = [];
    await page.route('**/fields/v1/fields.js', (route) => {
      asked.push(route.request().url());
      return asked.length === 1 ? route.abort() : route.continue();
    });
    await page.goto(merchant.url('/'));
    await page.waitForFunction(() => window.card);
    assert.equal(asked.length, 2);
    assert.equal(await page.evaluate(() => window.loaderrors), 0);
  });

  test('a script that cannot be loaded is a loaderror, and the next try starts anew', async (t) => {
    const page = await openPage(browser, t);
    let asked = 0;
    await page.route('**/fields/v1/fields.js', (route) => (++asked <= 2 ? route.abort() : route.continue()));
    await page.goto(merchant.url('/'));
    await page.waitForFunction(() => window.loaderrors === 1);
    assert.equal(asked, 2);
    await page.evaluate((origin) => window.loadFields(origin).then(() => true), shop.base_url);
    assert.equal(asked, 3);
  });

  test('a frame that cannot be loaded is tried once more, then a loaderror', async (t) => {
    const page = await openPage(browser, t);
    await page.clock.install();
    let asked = 0;
    await page.route('**/fields/v1/frame.html', (route) => {
      asked++;
      return route.abort();
    });
    await page.goto(merchant.url('/'));
    await page.waitForFunction(() => document.querySelector('iframe'));
    await page.clock.runFor(10_000);
    await page.clock.runFor(10_000);
    await page.waitForFunction(() => window.events.some(([name]) => name === 'loaderror'));
    assert.equal(asked, 2);
  });

  test('a pinned script is taken with the right integrity only', async (t) => {
    const page = await open(t);
    const manifest: Record<string, string> = await (
      await fetch(`${shop.base_url}/fields/v1/manifest.json`)
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
        [shop.base_url, pin] as const,
      );
    assert.equal(await load({ file, integrity: `sha384-${'A'.repeat(64)}` }), 'refused');
    assert.equal(await load({ file, integrity }), 'loaded');
  });
});
