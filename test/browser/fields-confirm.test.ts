import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { typeCard } from './card-fields.ts';
import { confirm, lostAfter, lostBefore, merchantScene, onConfirm } from './merchant-scene.ts';
import { openPage } from './open-browser.ts';

describe('a confirm through the hosted fields', () => {
  const scene = merchantScene();
  beforeEach(() => scene.shop.faults('stripe', { kind: 'ok' }));

  test('confirm once for any number of calls, and not two sessions at a time', async (t) => {
    const page = await scene.open(t);
    const keys = await onConfirm(page);
    await typeCard(page);
    const [one, other] = [await scene.shop.session(), await scene.shop.session()];
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
    assert.deepEqual(await scene.shop.captured(other.id), []);
  });

  test('tell the service of the browser, for 3-D Secure', async (t) => {
    const page = await scene.open(t);
    await typeCard(page);
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) bodies.push(request.postDataJSON()?.browser);
    });
    const { client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    const expected = await page.evaluate(() => ({
      color_depth: screen.colorDepth,
      language: navigator.language,
      screen_height: screen.height,
      screen_width: screen.width,
      time_zone_offset: new Date().getTimezoneOffset(),
      java_enabled: false,
    }));
    assert.deepEqual(bodies, [expected]);
  });

  test('survive an answer lost after the effect: paid once, and known to be', async (t) => {
    const page = await scene.open(t);
    await typeCard(page);
    const keys = await onConfirm(page, lostAfter);
    const { id, client_secret } = await scene.shop.session();
    const result = await confirm(page, client_secret);
    assert.equal(result.status, 'succeeded');
    assert.equal(keys.length, 1, 'reading the session was enough');
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'stripe', amount: 2599 }]);
  });

  test('survive a request lost before the effect: sent again under the same key', async (t) => {
    const page = await scene.open(t);
    await typeCard(page);
    const keys = await onConfirm(page, lostBefore, (route) =>
      route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>', contentType: 'text/html' }),
    );
    const { id, client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    assert.equal(keys.length, 3);
    assert.equal(new Set(keys).size, 1);
    assert.equal((await scene.shop.captured(id)).length, 1);
  });

  test('a decline whose answer was lost is reported as that decline', async (t) => {
    const page = await scene.open(t);
    await typeCard(page, { number: '4000000000009995' });
    const keys = await onConfirm(page, lostAfter);
    const { client_secret } = await scene.shop.session();
    const result = await confirm(page, client_secret);
    assert.equal(result.status, 'declined');
    assert.equal(result.status === 'declined' && result.decline_code, 'insufficient_funds');
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
  });

  test('each confirm has a key of its own', async (t) => {
    const page = await scene.open(t);
    const keys = await onConfirm(page);
    const { client_secret } = await scene.shop.session();
    await typeCard(page, { number: '4000000000009995' });
    await confirm(page, client_secret);
    await typeCard(page);
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    assert.equal(new Set(keys).size, 2);
  });

  test('a second tab waits for the first one’s payment instead of making another', async (t) => {
    await scene.shop.faults('stripe', { kind: 'reset-after', only: 'authorize' });
    await scene.shop.webhooks('stripe', { mode: 'off' });
    const [page, second] = [await scene.open(t), await scene.open(t)];
    await typeCard(page);
    await typeCard(second);
    const { id, client_secret } = await scene.shop.session();
    const first = confirm(page, client_secret);
    await second.waitForFunction(() => true);
    const status = () => scene.shop.call<{ payment_status: string }>('GET', `/v1/checkout/sessions/${id}`);
    while ((await status()).payment_status !== 'processing');
    const other = confirm(second, client_secret);
    await second.waitForResponse((response) => response.url().endsWith(id));
    await scene.shop.faults('stripe', { kind: 'ok' });
    await scene.shop.webhooks('stripe', { mode: 'normal', redeliver: 'undelivered' });
    assert.deepEqual([(await first).status, (await other).status], ['succeeded', 'succeeded']);
    assert.equal((await scene.shop.captured(id)).length, 1);
  });

  test('a refusal by the service is reported as refused, and an incomplete card is not sent', async (t) => {
    const page = await scene.open(t);
    const keys = await onConfirm(page);
    const { client_secret } = await scene.shop.session();
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

  test('an outcome that stays unknown is reported as processing when patience ends', async (t) => {
    const page = await openPage(scene.browser, t);
    await page.clock.install();
    await page.goto(scene.merchant.url('/'));
    await page.waitForFunction(() => window.card);
    await typeCard(page);
    await page.route('**/v1/**', (route) => route.abort('connectionreset'));
    const { client_secret } = await scene.shop.session();
    const result = confirm(page, client_secret);
    let done = false;
    void result.finally(() => {
      done = true;
    });
    while (!done) await page.clock.runFor(5_000);
    assert.deepEqual(await result, { status: 'processing', session: null });
  });

  test('with every PSP down the first answer says so, and the customer pays once one is back', async (t) => {
    const psps = ['stripe', 'adyen', 'checkout_com'];
    const page = await scene.open(t);
    const keys = await onConfirm(page);
    await typeCard(page);
    const { id, client_secret } = await scene.shop.session();
    for (const psp of psps) await scene.shop.faults(psp, { kind: 'down' });
    const result = await confirm(page, client_secret).finally(async () => {
      for (const psp of psps) await scene.shop.faults(psp, { kind: 'ok' });
    });
    assert.deepEqual(result, {
      status: 'refused',
      code: 'psp_unavailable',
      message:
        'This payment cannot be made right now. You have not been charged. Please try again in a few minutes.',
    });
    assert.equal(keys.length, 1);
    assert.deepEqual(await scene.shop.captured(id), []);
  });

  test('no address but a web address is ever followed', async (t) => {
    const page = await scene.open(t);
    await typeCard(page);
    const { id, client_secret } = await scene.shop.session();
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
});
