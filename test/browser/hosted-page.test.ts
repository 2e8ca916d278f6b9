import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cardFrame, typeCard } from './card-fields.ts';
import { holdConfirms } from './hold-confirms.ts';
import { declined, hostedPageScene } from './hosted-page-scene.ts';
import { openPage } from './open-browser.ts';

/** The page at a session's `url`, as `npm start` serves it, reached by a link of a merchant's page. */
describe('the hosted page', () => {
  const scene = hostedPageScene('vault');

  test('shows the merchant, the amount and what is paid for, takes a card, and goes on to the shop', async (t) => {
    const session = await scene.create();
    assert.equal(session.url, `${scene.shop.base_url}/pay/${session.id}#${session.client_secret}`);
    const page = await scene.visitForm(t, session.url);
    assert.equal(await page.locator('#merchant').textContent(), 'Your shop');
    assert.equal(await page.locator('#amount').textContent(), '€25.99');
    assert.equal(await page.locator('#description').textContent(), 'Two tickets <b>&amp; a drink</b>');
    assert.ok(await page.getByText('Test mode').isVisible());
    await scene.pay(page);
    await page.waitForURL(scene.merchant.url(`/thanks?session_id=${session.id}`));
    assert.deepEqual(await scene.shop.captured(session.id), [{ psp: 'stripe', amount: 2599 }]);
    assert.deepEqual(page.troubles, []);
  });

  test('moves the secret out of the address: no request, referrer or history has it', async (t) => {
    const session = await scene.create();
    const context = await openPage(scene.browser, t);
    const seen: string[] = [];
    context.on('request', (request) => {
      const { authorization, ...headers } = request.headers();
      seen.push(`${request.url()} ${JSON.stringify(headers)}`);
    });
    await context.goto(session.url);
    await cardFrame(context).locator('#number').waitFor();
    assert.equal(context.url(), `${scene.shop.base_url}/pay/${session.id}`);
    await scene.pay(context);
    await context.waitForURL(/thanks/);
    assert.ok(seen.some((line) => line.includes('/pay/cs_')));
    assert.deepEqual(
      seen.filter((line) => line.includes('_secret_') && !line.startsWith(session.url)),
      [],
    );
    assert.deepEqual(
      seen.filter((line) => line.includes(scene.merchant.url('/')) && line.includes('referer')),
      [],
    );
    await context.goBack();
    await context.getByText('Your payment went through.').waitFor();
    assert.ok(!context.url().includes('#'));
  });

  test('says a decline, and takes another card', async (t) => {
    const session = await scene.create();
    const page = await scene.visitForm(t, session.url);
    await scene.pay(page, declined);
    await cardFrame(page).getByText('insufficient funds').waitFor();
    await scene.pay(page);
    await page.waitForURL(/thanks/);
  });

  test('waits for a bank that does not answer, and goes on once the payment is known', async (t) => {
    const session = await scene.create();
    await scene.shop.faults('stripe', { kind: 'reset-after', only: 'authorize' });
    const page = await scene.visitForm(t, session.url);
    await scene.pay(page);
    await page.waitForURL(/thanks/, { timeout: 60_000 });
    assert.deepEqual(await scene.shop.captured(session.id), [{ psp: 'stripe', amount: 2599 }]);
    await scene.shop.faults('stripe', { kind: 'ok' });
  });

  test('waits on, longer than the fields of a shop do, and takes no second payment meanwhile', async (t) => {
    const session = await scene.create();
    const page = await openPage(scene.browser, t);
    await page.clock.install();
    await page.goto(session.url);
    await typeCard(page);
    const held = await holdConfirms(page);
    const pay = page.locator('#pay');
    await pay.click();
    await page.waitForRequest('**/confirm');
    await page.locator('main[aria-busy="true"]').waitFor();
    await page.clock.runFor(60_000);
    await cardFrame(page).getByText('Your bank is taking longer than usual').waitFor();
    await page.getByText('Your payment is being made. Please wait.').waitFor();
    assert.ok(await pay.isDisabled());
    await cardFrame(page).locator('#number').press('Enter');
    assert.equal(held.sent(), 1);
    held.release();
    await page.waitForURL(/thanks/);
    assert.equal((await scene.shop.captured(session.id)).length, 1);
  });

  test('an order that may be paid once is paid once, from whichever page', async (t) => {
    const order = { reference: `order-${Date.now()}`, pay_once: true };
    const [first, second] = [await scene.create(order), await scene.create(order)];
    const page = await scene.visitForm(t, first.url);
    const other = await scene.visitForm(t, second.url);
    await scene.pay(page);
    await page.waitForURL(/thanks/);
    await scene.pay(other);
    await cardFrame(other).locator('#notice.bad').waitFor();
    assert.deepEqual(await scene.shop.captured(second.id), []);
  });

  test('leads back to the shop, if the shop has named where', async (t) => {
    const session = await scene.create();
    const page = await scene.visitForm(t, session.url);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(scene.merchant.url(`/basket?session_id=${session.id}`));
    const other = await scene.create({ cancel_url: undefined });
    const without = await scene.visitForm(t, other.url);
    assert.ok(!(await without.locator('#leave').isVisible()));
  });
});
