import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axeProblems } from './axe-problems.ts';
import { cardFrame, typeCard } from './card-fields.ts';
import { askedByBank, declined, hostedPageScene } from './hosted-page-scene.ts';
import { openPage, type WatchedPage } from './open-browser.ts';
import { readyFrame } from './ready-frame.ts';

type Link = { readonly id: string; readonly url: string; readonly description: string };
type Session = { readonly id: string; readonly payment_status: string; readonly payment_link: string | null };

const path = '/v1/payment_links';

describe('the page of a payment link', () => {
  const scene = hostedPageScene('vault');
  const make = (fields: object = {}) =>
    scene.shop.call<Link>('POST', path, {
      amount: 2599,
      currency: 'eur',
      description: '<img src=x onerror=alert(1)> A hat',
      ...fields,
    });
  /** Sessions of the link that were begun, the newest first. */
  const begunWith = async ({ id }: Link): Promise<readonly Session[]> => {
    const { data } = await scene.shop.call<{ readonly data: readonly Session[] }>(
      'GET',
      '/v1/checkout/sessions?limit=100',
    );
    return data.filter(({ payment_link }) => payment_link === id);
  };
  const button = (page: WatchedPage) => page.getByRole('button', { name: 'Pay €25.99' });
  const again = (page: WatchedPage) => page.getByRole('button', { name: 'Pay again' });
  const open = async (
    t: Parameters<typeof openPage>[1],
    url: string,
    options: object = {},
  ): Promise<WatchedPage> => {
    const page = await openPage(scene.browser, t, options);
    await page.goto(url);
    return page;
  };
  /** Up to the session's own page, with a card to be typed. */
  const begin = async (page: WatchedPage, by = button(page)): Promise<string> => {
    await by.click();
    await page.waitForURL(/\/pay\/cs_/);
    await readyFrame(page);
    return new URL(page.url()).pathname.split('/').pop() ?? '';
  };

  test('shows what is to be paid, and begins nothing before the button is pressed', async (t) => {
    const link = await make();
    const page = await open(t, link.url);
    await button(page).waitFor();
    assert.equal(await page.locator('#heading').textContent(), 'Pay Your shop');
    assert.equal(await page.locator('#amount').textContent(), '€25.99');
    assert.equal(await page.locator('#description').textContent(), link.description);
    assert.equal(await page.locator('#description img').count(), 0);
    assert.ok(await page.getByText('Test mode').isVisible());
    await page.reload();
    await button(page).waitFor();
    assert.deepEqual(await begunWith(link), []);
    assert.deepEqual(page.troubles, []);
  });

  test('pays, shows the result on its own page, and leads nowhere from there', async (t) => {
    const link = await make();
    const page = await open(t, link.url);
    const session = await begin(page);
    assert.ok(!page.url().includes('#'));
    await scene.pay(page);
    await page.getByText('Your payment went through.').waitFor();
    assert.equal(new URL(page.url()).pathname, `/pay/${session}`);
    for (const hidden of ['#form', '#leave']) assert.ok(!(await page.locator(hidden).isVisible()), hidden);
    assert.deepEqual(await scene.shop.captured(session), [{ psp: 'stripe', amount: 2599 }]);
    await page.reload();
    await page.getByText('Your payment went through.').waitFor();
    assert.equal((await begunWith(link)).length, 1);
    assert.deepEqual(page.troubles, []);
  });

  test('comes back from the bank to its result, or to another try', async (t) => {
    const link = await make();
    const page = await open(t, link.url);
    const session = await begin(page);
    await scene.pay(page, askedByBank);
    await page.getByRole('button', { name: 'Fail' }).click();
    await page.waitForURL(new RegExp(`/pay/${session}`));
    await cardFrame(page).locator('#notice.bad').waitFor();
    await scene.pay(page, askedByBank);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Your payment went through.').waitFor();
    assert.equal(new URL(page.url()).pathname, `/pay/${session}`);
  });

  test('has one session for a tab: after a reload, after going back, until it is paid', async (t) => {
    const link = await make();
    const page = await open(t, link.url);
    const first = await begin(page);
    await page.reload();
    await readyFrame(page);
    await page.goBack();
    await button(page).waitFor();
    assert.equal(await begin(page), first);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(new RegExp(`/pay/${link.id}`));
    assert.equal(await begin(page), first);
    await scene.shop.call('POST', `/v1/checkout/sessions/${first}/expire`, {});
    await page.reload();
    await page.getByText('This payment has expired').waitFor();
    await page.getByRole('link', { name: 'Back to Your shop' }).click();
    const second = await begin(page);
    assert.notEqual(second, first);
    const other = await open(t, link.url);
    assert.notEqual(await begin(other), second);
    await scene.pay(page);
    await page.getByText('Your payment went through.').waitFor();
    await page.goto(link.url);
    assert.ok(![first, second].includes(await begin(page, again(page))));
  });

  test('a customer who has paid reads so on coming back, and pays again only by saying that', async (t) => {
    const link = await make();
    const page = await open(t, link.url);
    const first = await begin(page);
    await scene.pay(page);
    await page.getByText('Your payment went through.').waitFor();
    for (const back of [() => page.goBack(), () => page.reload(), () => page.goto(link.url)]) {
      await back();
      await again(page).waitFor();
      assert.equal(await page.locator('#notice').textContent(), 'Your payment went through.');
      assert.equal(await page.locator('#amount').textContent(), '€25.99');
      assert.equal(await button(page).count(), 0);
    }
    assert.equal((await begunWith(link)).length, 1);
    await button(await open(t, link.url)).waitFor();
    const second = await begin(page, again(page));
    assert.notEqual(second, first);
    await page.goBack();
    // This one is not paid yet.
    await button(page).waitFor();
    assert.equal(await begin(page), second);
    await scene.pay(page);
    await page.getByText('Your payment went through.').waitFor();
    for (const session of [first, second])
      assert.deepEqual(await scene.shop.captured(session), [{ psp: 'stripe', amount: 2599 }]);
    assert.deepEqual(page.troubles, []);
    await scene.shop.call('DELETE', `${path}/${link.id}`);
    await page.goto(link.url);
    await page.getByText('Your payment went through.').waitFor();
    assert.ok(!(await page.locator('#form').isVisible()));
  });

  test('begins nothing beside a session that was paid while the page was open', async (t) => {
    const link = await make();
    const page = await open(t, link.url);
    const session = await begin(page);
    const secret = await page.evaluate((id) => sessionStorage.getItem(`pay ${id}`), session);
    await page.goBack();
    await button(page).waitFor();
    const other = await open(t, `${scene.shop.base_url}/pay/${session}#${secret}`);
    await readyFrame(other);
    await scene.pay(other);
    await other.getByText('Your payment went through.').waitFor();
    await button(page).click();
    await page.getByText('Your payment went through.').waitFor();
    await again(page).waitFor();
    assert.equal((await begunWith(link)).length, 1);
  });

  test('offers no payment while it cannot be read whether there was one', async (t) => {
    const page = await open(t, (await make()).url);
    await begin(page);
    await scene.pay(page);
    await page.getByText('Your payment went through.').waitFor();
    await page.route('**/v1/checkout/sessions/*', (route) => route.abort());
    await page.goBack();
    await page.getByText('The payment cannot be read right now.').waitFor();
    assert.ok(!(await page.locator('#form').isVisible()));
    await page.unroute('**/v1/checkout/sessions/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await again(page).waitFor();
  });

  test('that can be paid once: a second tab says so, before and after it has begun', async (t) => {
    const link = await make({ pay_once: true });
    const [page, other, late] = [await open(t, link.url), await open(t, link.url), await open(t, link.url)];
    await begin(page);
    await begin(other);
    await scene.pay(page);
    await page.getByText('Your payment went through.').waitFor();
    await scene.pay(other);
    await cardFrame(other).getByText('already paid').waitFor();
    await button(late).click();
    await late.getByText('This has already been paid').waitFor();
    assert.ok(!(await late.locator('#form').isVisible()));
    await page.goto(link.url);
    await page.getByText('Your payment went through.').waitFor();
    assert.ok(!(await page.locator('#form').isVisible()));
    const sessions = await begunWith(link);
    assert.equal(sessions.length, 2);
    assert.equal(sessions.filter(({ payment_status }) => payment_status === 'paid').length, 1);
  });

  test('says that a link has expired, was deleted or never was one; so if it does while its page is open', async (t) => {
    const ends = Math.ceil(Date.now() / 1000) + 2;
    const [ending, deleted] = [await make({ expires_at: ends }), await make()];
    const [late, gone] = [await open(t, ending.url), await open(t, deleted.url)];
    for (const page of [late, gone]) await button(page).waitFor();
    await scene.shop.call('DELETE', `${path}/${deleted.id}`);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, ends * 1000 - Date.now() + 50)));
    await button(late).click();
    await button(gone).click();
    for (const page of [late, await open(t, ending.url)])
      await page.getByText('This link has expired').waitFor();
    for (const page of [
      gone,
      await open(t, deleted.url),
      await open(t, `${scene.shop.base_url}/pay/pl_${'0'.repeat(26)}`),
      await open(t, deleted.url.slice(0, -4)),
    ]) {
      await page.getByText('This link is not valid').waitFor();
      assert.ok(!(await page.locator('#form').isVisible()));
      assert.ok(!(await page.locator('#order').isVisible()));
    }
  });

  test('says that there were too many tries, and that nothing can take the payment now', async (t) => {
    const page = await open(t, (await make()).url);
    await button(page).waitFor();
    const refuse = (status: number, code: string) =>
      page.route(
        '**/sessions',
        (route) =>
          route.fulfill({
            status,
            headers: { 'should-retry': 'false' },
            json: { error: { code, message: 'For developers.' } },
          }),
        { times: 1 },
      );
    await refuse(429, 'too_many_attempts');
    await button(page).click();
    await page.getByText('too many attempts here').waitFor();
    await refuse(502, 'psp_unavailable');
    await button(page).click();
    await page.getByText('cannot be made right now').waitFor();
    assert.ok(!(await page.getByText('For developers.').isVisible()));
    await begin(page);
  });

  test('without a network says so, and goes on once there is one; a lost answer begins nothing twice', async (t) => {
    const link = await make();
    const page = await open(t, link.url);
    await button(page).waitFor();
    await page.context().setOffline(true);
    await button(page).click();
    await page.getByText('The payment could not be started.').waitFor();
    await page.context().setOffline(false);
    let lost = 0;
    await page.route('**/sessions', async (route) => {
      await route.fetch();
      lost += 1;
      await (lost === 1 ? route.abort() : route.fallback());
    });
    await begin(page);
    assert.equal(lost, 2);
    assert.equal((await begunWith(link)).length, 1);
    const away = await openPage(scene.browser, t);
    await away.route(`**${path}/**`, (route) => route.abort());
    await away.goto(link.url);
    await away.getByText('The payment cannot be read right now.').waitFor();
    await away.unroute(`**${path}/**`);
    await away.getByRole('button', { name: 'Try again' }).click();
    await button(away).waitFor();
  });

  test('is paid with the keyboard alone', async (t) => {
    const page = await open(t, (await make()).url);
    await button(page).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'pay');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/pay\/cs_/);
    await readyFrame(page);
    await typeCard(page);
    await page.keyboard.press('Enter');
    await page.getByText('Your payment went through.').waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1440])
      test(`${width} px, ${colorScheme}: nothing for axe to say, open, paid, refused and deleted`, async (t) => {
        const [link, gone] = [await make({ description: 'x'.repeat(200), pay_once: true }), await make()];
        await scene.shop.call('DELETE', `${path}/${gone.id}`);
        const page = await open(t, link.url, { colorScheme, viewport: { width, height: 900 } });
        await button(page).waitFor();
        await check(page, 'open');
        await begin(page);
        await scene.pay(page, declined);
        await cardFrame(page).locator('#notice.bad').waitFor();
        await scene.pay(page);
        await page.getByText('Your payment went through.').waitFor();
        await check(page, 'paid');
        const other = await open(t, link.url, { colorScheme, viewport: { width, height: 900 } });
        await button(other).click();
        await other.getByText('This has already been paid').waitFor();
        await check(other, 'refused');
        await page.goto(gone.url);
        await page.getByText('This link is not valid').waitFor();
        await check(page, 'deleted');
      });
});

const check = async (page: WatchedPage, state: string): Promise<void> => {
  assert.deepEqual(await axeProblems(page.mainFrame()), [], state);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wider <= 0, `${state}: nothing is wider than the screen`);
};
