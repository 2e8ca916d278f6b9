import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hostedPageScene } from './hosted-page-scene.ts';
import { openPage } from './open-browser.ts';

/** Without a vault, page and card are at one origin. */
describe('the hosted page with the service’s own frame', () => {
  const scene = hostedPageScene('own');

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

  test('no page may show it in a frame, and its policy lets in what it needs only', async (t) => {
    const { url } = await scene.create();
    const answer = await fetch(url);
    assert.equal(answer.headers.get('content-security-policy'), "frame-ancestors 'none'");
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(await answer.text())?.[1] ?? '';
    assert.doesNotMatch(policy, /unsafe|\*|https:(?!\/)|http:(?!\/)/);
    assert.ok(policy.includes(`frame-src 'self';`), policy);
    scene.merchant.page('/framing', `<!doctype html><iframe src="${url}"></iframe>`);
    const page = await openPage(scene.browser, t);
    const shown = page.waitForResponse((response) => response.url().includes('/pay/'));
    await page.goto(scene.merchant.url('/framing'));
    assert.equal((await shown).status(), 403);
  });
});
