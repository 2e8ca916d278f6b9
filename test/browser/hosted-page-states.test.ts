import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cardFrame } from './card-fields.ts';
import { askedByBank, hostedPageScene, type PageSession } from './hosted-page-scene.ts';
import { openPage } from './open-browser.ts';

/** What the page says of a session that cannot be paid there, and to whom it says nothing. */
describe('the hosted page says where a payment stands', () => {
  const scene = hostedPageScene('vault');
  const statusOf = async ({ id }: PageSession): Promise<string> =>
    (await scene.shop.call<PageSession>('GET', `/v1/checkout/sessions/${id}`)).payment_status;

  test('a challenge that fails leads back to it, a paid one to the shop', async (t) => {
    const session = await scene.create();
    const page = await scene.visitForm(t, session.url);
    await scene.pay(page, askedByBank);
    await page.getByRole('button', { name: 'Fail' }).click();
    await page.waitForURL(`${scene.shop.base_url}/pay/${session.id}`);
    await cardFrame(page).locator('#notice.bad').waitFor();
    assert.equal(await statusOf(session), 'unpaid');
    await cardFrame(page).locator('#number').waitFor();
    await scene.pay(page, askedByBank);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(scene.merchant.url(`/thanks?session_id=${session.id}`));
    assert.equal(await statusOf(session), 'paid');
  });

  test('a customer who comes back from the bank by hand is offered to go on there', async (t) => {
    const session = await scene.create();
    const page = await scene.visitForm(t, session.url);
    await scene.pay(page, askedByBank);
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await page.goto(`${scene.shop.base_url}/pay/${session.id}`);
    await page.getByRole('link', { name: 'Go on at your bank' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(/thanks/);
  });

  for (const loads of [true, false])
    test(`and is still offered that after a press of the button without a card, whose fields ${loads ? 'load' : 'do not load'}`, async (t) => {
      const session = await scene.create();
      const page = await scene.visitForm(t, session.url);
      await scene.pay(page, askedByBank);
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      if (!loads) await page.route('**/fields/v1/*.html*', (route) => route.fulfill({ status: 503 }));
      await page.goto(`${scene.shop.base_url}/pay/${session.id}`);
      const bank = page.getByRole('link', { name: 'Go on at your bank' });
      await bank.waitFor();
      if (loads) await cardFrame(page).locator('#number').waitFor();
      await page.getByRole('button', { name: 'Pay €25.99' }).click();
      if (loads) await cardFrame(page).locator('[aria-invalid]').first().waitFor();
      else await page.getByText('could not be loaded').waitFor();
      await page.locator('#pay:enabled').waitFor();
      assert.ok(await bank.isVisible());
    });

  test('in a browser that has no secret, says where to go on, and shows nothing of the payment', async (t) => {
    const session = await scene.create();
    const page = await scene.visit(t, `${scene.shop.base_url}/pay/${session.id}`);
    await page.getByText('another browser or window').waitFor();
    assert.ok(!(await page.locator('#order').isVisible()));
    assert.ok(!(await page.locator('#leave').isVisible()));
  });

  test('says that a payment is made, has expired, or is unknown: a wrong secret is unknown, too', async (t) => {
    const paid = await scene.create();
    const page = await scene.visitForm(t, paid.url);
    await scene.pay(page);
    await page.waitForURL(/thanks/);
    const again = await scene.visit(t, paid.url);
    await again.getByText('Your payment went through.').waitFor();
    assert.equal(
      await again.locator('#leave').getAttribute('href'),
      scene.merchant.url(`/thanks?session_id=${paid.id}`),
    );
    const expired = await scene.create();
    await scene.shop.call('POST', `/v1/checkout/sessions/${expired.id}/expire`, {});
    const late = await scene.visit(t, expired.url);
    await late.getByText('This payment has expired').waitFor();
    assert.ok(!(await late.locator('#form').isVisible()));
    const open = await scene.create();
    const changed = open.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const url of [
      changed,
      open.url.replace(/#.*/, `#${paid.client_secret}`),
      open.url.replace(/#.*/, '#nonsense'),
      `${scene.shop.base_url}/pay/cs_${'0'.repeat(26)}#${open.client_secret}`,
    ]) {
      const lost = await scene.visit(t, url);
      await lost.getByText('This payment is unknown').waitFor();
      assert.ok(!(await lost.locator('#order').isVisible()));
      assert.ok(!lost.url().includes('#'));
    }
  });

  test('takes no second try while the browser leaves for the bank', async (t) => {
    const session = await scene.create();
    const page = await scene.visitForm(t, session.url);
    let confirms = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/confirm')) confirms += 1;
    });
    // An answer without content leaves the page where it is.
    await page.route('**/3ds/**', (route) => route.fulfill({ status: 204 }));
    await scene.pay(page, askedByBank);
    await page.getByText('Your bank needs to check that it is you.').waitFor();
    assert.ok(await page.locator('#pay').isDisabled());
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.locator('#pay:enabled').waitFor();
    await page.getByRole('link', { name: 'Go on at your bank' }).waitFor();
    assert.equal(confirms, 1);
  });

  test('another fragment than its secret takes nothing from a tab that has it', async (t) => {
    const session = await scene.create();
    const page = await scene.visitForm(t, session.url);
    await page.goto('about:blank');
    await page.goto(`${scene.shop.base_url}/pay/${session.id}#step2`);
    await page.getByRole('button', { name: 'Pay €25.99' }).waitFor();
  });

  test('a session that expires while its page is open is said', async (t) => {
    const session = await scene.create();
    const page = await scene.visitForm(t, session.url);
    await scene.shop.call('POST', `/v1/checkout/sessions/${session.id}/expire`, {});
    await scene.pay(page);
    await page.getByText('This payment has expired').waitFor();
  });

  test('so is one that is gone by then', async (t) => {
    const session = await scene.create();
    const page = await scene.visitForm(t, session.url);
    const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'gone' };
    await page.route(`**/v1/checkout/sessions/${session.id}`, (route) =>
      route.fulfill({ status: 404, json: { error }, headers: { 'access-control-allow-origin': '*' } }),
    );
    await scene.pay(page);
    await page.getByText('This payment is unknown').waitFor();
  });

  test('is busy no longer than that takes, also in a browser that reflects no ARIA', async (t) => {
    const session = await scene.create();
    const page = await openPage(scene.browser, t);
    await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'ariaBusy'));
    await page.goto(session.url);
    await page.locator('main[aria-busy="false"]').waitFor();
  });
});
