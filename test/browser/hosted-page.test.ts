import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Browser, Frame } from 'playwright-core';
import { axeProblems } from './axe-problems.ts';
import { cardFrame, typeCard } from './card-fields.ts';
import { openBrowser, openPage, type WatchedPage } from './open-browser.ts';
import { type Merchant, startMerchant } from './start-merchant.ts';
import { type Shop, startShop } from './start-shop.ts';

type Session = {
  readonly id: string;
  readonly client_secret: string;
  readonly url: string;
  readonly payment_status: string;
};

/** Stripe's test card whose bank always asks. */
const askedByBank = '4000002760003184';
const declined = '4000000000009995';

/** The page at a session's `url`, as `npm start` serves it, reached by a link of a merchant's page. `frame`: whose frame the card is typed into. */
for (const frame of ['vault', 'own'] as const)
  describe(`the hosted page, with the ${frame === 'own' ? "service's own" : "vault's"} frame`, () => {
    let shop: Shop;
    let merchant: Merchant;
    let browser: Browser;

    before(async () => {
      [shop, merchant, browser] = await Promise.all([startShop({ frame }), startMerchant(), openBrowser()]);
      await shop.route('stripe');
      merchant.page('/no-referrer-seen', '');
    });
    after(async () => {
      await browser?.close();
      await Promise.all([shop?.close(), merchant?.close()]);
    });

    const create = async (fields: object = {}): Promise<Session> => {
      const session = (await shop.session({
        description: 'Two tickets <b>&amp; a drink</b>',
        success_url: merchant.url('/thanks'),
        cancel_url: merchant.url('/basket'),
        ...fields,
      })) as Session;
      for (const path of ['/thanks', '/basket'])
        merchant.page(`${path}?session_id=${session.id}`, `<!doctype html><title>Shop</title><h1>${path}</h1>`);
      return session;
    };

    /** Follows the merchant's link, as a customer does. */
    const visit = async (t: TestContext, url: string, options = {}): Promise<WatchedPage> => {
      const page = await openPage(browser, t, options);
      merchant.page('/', `<!doctype html><title>Shop</title><a href="${url}">Pay</a>`);
      await page.goto(merchant.url('/', 'localhost'));
      await page.getByRole('link', { name: 'Pay' }).click();
      return page;
    };
    const visitForm = async (t: TestContext, url: string, options = {}): Promise<WatchedPage> => {
      const page = await visit(t, url, options);
      await cardFrame(page).locator('#number').waitFor();
      return page;
    };
    const pay = async (page: WatchedPage, number?: string): Promise<void> => {
      await typeCard(page, number === undefined ? {} : { number });
      await page.getByRole('button', { name: 'Pay €25.99' }).click();
    };
    const statusOf = async ({ id }: Session): Promise<string> =>
      (await shop.call<Session>('GET', `/v1/checkout/sessions/${id}`)).payment_status;

    test('shows the merchant, the amount and what is paid for, takes a card, and goes on to the shop', async (t) => {
      const session = await create();
      assert.equal(session.url, `${shop.base_url}/pay/${session.id}#${session.client_secret}`);
      const page = await visitForm(t, session.url);
      assert.equal(await page.locator('#merchant').textContent(), 'Your shop');
      assert.equal(await page.locator('#amount').textContent(), '€25.99');
      assert.equal(await page.locator('#description').textContent(), 'Two tickets <b>&amp; a drink</b>');
      assert.ok(await page.getByText('Test mode').isVisible());
      await pay(page);
      await page.waitForURL(merchant.url(`/thanks?session_id=${session.id}`));
      assert.deepEqual(await shop.captured(session.id), [{ psp: 'stripe', amount: 2599 }]);
      assert.deepEqual(page.troubles, []);
    });

    test('moves the secret out of the address: no request, referrer or history has it', async (t) => {
      const session = await create();
      const context = await openPage(browser, t);
      const seen: string[] = [];
      context.on('request', (request) => {
        const { authorization, ...headers } = request.headers();
        seen.push(`${request.url()} ${JSON.stringify(headers)}`);
      });
      await context.goto(session.url);
      await cardFrame(context).locator('#number').waitFor();
      assert.equal(context.url(), `${shop.base_url}/pay/${session.id}`);
      await pay(context);
      await context.waitForURL(/thanks/);
      assert.ok(seen.some((line) => line.includes('/pay/cs_')));
      assert.deepEqual(
        seen.filter((line) => line.includes('_secret_') && !line.startsWith(session.url)),
        [],
      );
      assert.deepEqual(
        seen.filter((line) => line.includes(merchant.url('/')) && line.includes('referer')),
        [],
      );
      await context.goBack();
      await context.getByText('Your payment went through.').waitFor();
      assert.ok(!context.url().includes('#'));
    });

    test('says a decline, and takes another card', async (t) => {
      const session = await create();
      const page = await visitForm(t, session.url);
      await pay(page, declined);
      await page.locator('#notice.bad').waitFor();
      assert.match((await page.locator('#notice').textContent()) ?? '', /insufficient funds/);
      await pay(page);
      await page.waitForURL(/thanks/);
    });

    test('a challenge that fails leads back to it, a paid one to the shop', async (t) => {
      const session = await create();
      const page = await visitForm(t, session.url);
      await pay(page, askedByBank);
      await page.getByRole('button', { name: 'Fail' }).click();
      await page.waitForURL(`${shop.base_url}/pay/${session.id}`);
      await page.locator('#notice.bad').waitFor();
      assert.equal(await statusOf(session), 'unpaid');
      await cardFrame(page).locator('#number').waitFor();
      await pay(page, askedByBank);
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.waitForURL(merchant.url(`/thanks?session_id=${session.id}`));
      assert.equal(await statusOf(session), 'paid');
    });

    test('a customer who comes back from the bank by hand is offered to go on there', async (t) => {
      const session = await create();
      const page = await visitForm(t, session.url);
      await pay(page, askedByBank);
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      await page.goto(`${shop.base_url}/pay/${session.id}`);
      await page.getByRole('link', { name: 'Go on at your bank' }).click();
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.waitForURL(/thanks/);
    });

    test('in a browser that has no secret, says where to go on, and shows nothing of the payment', async (t) => {
      const session = await create();
      const page = await visit(t, `${shop.base_url}/pay/${session.id}`);
      await page.getByText('another browser or window').waitFor();
      assert.ok(!(await page.locator('#order').isVisible()));
      assert.ok(!(await page.locator('#leave').isVisible()));
    });

    test('leads back to the shop, if the shop has named where', async (t) => {
      const session = await create();
      const page = await visitForm(t, session.url);
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.waitForURL(merchant.url(`/basket?session_id=${session.id}`));
      const other = await create({ cancel_url: undefined });
      const without = await visitForm(t, other.url);
      assert.ok(!(await without.locator('#leave').isVisible()));
    });

    test('says that a payment is made, has expired, or is unknown: a wrong secret is unknown, too', async (t) => {
      const paid = await create();
      const page = await visitForm(t, paid.url);
      await pay(page);
      await page.waitForURL(/thanks/);
      const again = await visit(t, paid.url);
      await again.getByText('Your payment went through.').waitFor();
      assert.equal(
        await again.locator('#leave').getAttribute('href'),
        merchant.url(`/thanks?session_id=${paid.id}`),
      );
      const expired = await create();
      await shop.call('POST', `/v1/checkout/sessions/${expired.id}/expire`);
      const late = await visit(t, expired.url);
      await late.getByText('This payment has expired').waitFor();
      assert.ok(!(await late.locator('#form').isVisible()));
      const open = await create();
      const changed = open.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
      for (const url of [
        changed,
        open.url.replace(/#.*/, `#${paid.client_secret}`),
        open.url.replace(/#.*/, '#nonsense'),
        `${shop.base_url}/pay/cs_${'0'.repeat(26)}#${open.client_secret}`,
      ]) {
        const lost = await visit(t, url);
        await lost.getByText('This payment is unknown').waitFor();
        assert.ok(!(await lost.locator('#order').isVisible()));
        assert.ok(!lost.url().includes('#'));
      }
    });

    test('a session that expires while its page is open is said', async (t) => {
      const session = await create();
      const page = await visitForm(t, session.url);
      await shop.call('POST', `/v1/checkout/sessions/${session.id}/expire`);
      await pay(page);
      await page.getByText('This payment has expired').waitFor();
    });

    test('waits for a bank that does not answer, and goes on once the payment is known', async (t) => {
      const session = await create();
      await shop.faults('stripe', { kind: 'timeout_after', times: 1 });
      const page = await visitForm(t, session.url);
      await pay(page);
      await page.waitForURL(/thanks/, { timeout: 60_000 });
      assert.deepEqual(await shop.captured(session.id), [{ psp: 'stripe', amount: 2599 }]);
      await shop.faults('stripe', { kind: 'ok' });
    });

    test('an order that may be paid once is paid once, from whichever page', async (t) => {
      const order = { reference: `order-${Date.now()}-${frame}`, pay_once: true };
      const [first, second] = [await create(order), await create(order)];
      const page = await visitForm(t, first.url);
      const other = await visitForm(t, second.url);
      await pay(page);
      await page.waitForURL(/thanks/);
      await pay(other);
      await other.locator('#notice.bad').waitFor();
      assert.deepEqual(await shop.captured(second.id), []);
    });

    test('no page may show it in a frame, and its policy lets in what it needs only', async (t) => {
      const { url } = await create();
      const answer = await fetch(url);
      assert.equal(answer.headers.get('content-security-policy'), "frame-ancestors 'none'");
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
      const policy = /Content-Security-Policy" content="([^"]+)"/.exec(await answer.text())?.[1] ?? '';
      assert.doesNotMatch(policy, /unsafe|\*|https:(?!\/)|http:(?!\/)/);
      assert.ok(policy.includes(`frame-src ${frame === 'own' ? "'self'" : shop.vault};`), policy);
      merchant.page('/framing', `<!doctype html><iframe src="${url}"></iframe>`);
      const page = await openPage(browser, t);
      await page.goto(merchant.url('/framing'));
      await page.waitForTimeout(500);
      assert.ok(!page.frames().some((one: Frame) => one.url().includes('/pay/')));
    });

    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1280])
        test(`axe finds nothing: ${width} px, ${colorScheme}`, async (t) => {
          const session = await create({ description: 'x'.repeat(200) });
          const page = await visitForm(t, session.url, { colorScheme, viewport: { width, height: 2_000 } });
          await check(page, 'open');
          await pay(page, declined);
          await page.locator('#notice.bad').waitFor();
          await check(page, 'declined');
          await shop.call('POST', `/v1/checkout/sessions/${session.id}/expire`);
          await page.reload();
          await page.getByText('This payment has expired').waitFor();
          await check(page, 'expired');
        });
  });

const check = async (page: WatchedPage, state: string): Promise<void> => {
  assert.deepEqual(await axeProblems(page.mainFrame()), [], state);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wider <= 0, `${state}: nothing is wider than the screen`);
};
