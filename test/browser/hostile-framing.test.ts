import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { frameAncestorsHeader } from '../../clients/browser/frame-ancestors.ts';
import { cardFrame, goodCard, typeCard } from './card-fields.ts';
import { listening } from './listening.ts';
import { confirm, merchantScene } from './merchant-scene.ts';
import { openPage, type WatchedPage } from './open-browser.ts';

const refusedPage = (service: string, secret: string): string => `<!doctype html>
<html lang="en"><title>Merchant</title><div id="card"></div>
<script type="module">
import { loadFields } from '${service}/fields/v1/loader.js';
window.events = [];
const card = (await loadFields('${service}')).create('card');
card.on('loaderror', () => window.events.push(['loaderror']));
card.mount('#card');
card.confirm('${secret}').catch(({ message }) => window.events.push(['rejected', message]));
</script></html>`;

describe('the card fields in pages they are not meant for', () => {
  const scene = merchantScene();
  const frameAddress = (invitation: object) =>
    `${scene.shop.base_url}/fields/v1/frame.html#${encodeURIComponent(JSON.stringify(invitation))}`;
  const embed = (src: string) => `<iframe id="card" title="card" src="${src}"></iframe>`;

  /** The browser said that it does not show the frame there. */
  const refused = (page: WatchedPage): Promise<string> => page.trouble('frame-ancestors');

  test('a page of another origin cannot put them into itself', async (t) => {
    const page = await openPage(scene.browser, t);
    const origin = new URL(scene.merchant.url('/', 'evil.example')).origin;
    scene.merchant.page('/evil', `${listening}${embed(frameAddress({ origin, nonce: 'n'.repeat(20) }))}`);
    await page.goto(scene.merchant.url('/evil', 'evil.example'));
    await refused(page);
    assert.deepEqual(await page.evaluate(() => window.received), []);
    assert.equal(await page.frameLocator('iframe').locator('#number').count(), 0);
  });

  test('a shop whose origin is not listed reads in its console which setting lists it', async (t) => {
    const page = await openPage(scene.browser, t);
    const origin = new URL(scene.merchant.url('/', 'shop.example')).origin;
    await page.goto(scene.merchant.url('/', 'shop.example'));
    await page.trouble(`is ${origin} in FRAME_ANCESTORS`);
  });

  test('such a shop learns it within a second: a loaderror, and a confirm that rejects with the setting', async (t) => {
    const page = await openPage(scene.browser, t);
    const { client_secret } = await scene.shop.session();
    await page.addInitScript(() => {
      Object.assign(window, { loads: 0 });
      const count = ({ target }: Event) => {
        if (target instanceof HTMLIFrameElement) (window as unknown as { loads: number }).loads++;
      };
      document.addEventListener('load', count, true);
    });
    const loaded = (times: number) =>
      page.waitForFunction((wanted) => (window as unknown as { loads: number }).loads === wanted, times, {
        polling: 'raf',
      });
    scene.merchant.page('/refused', refusedPage(scene.shop.base_url, client_secret));
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.goto(scene.merchant.url('/refused', 'shop.example'));
    // The browser shows its own page in the frame's place, twice.
    await loaded(1);
    await page.clock.runFor(500);
    await loaded(2);
    await page.clock.runFor(499);
    await page.waitForFunction(() => window.events.length === 2, undefined, { polling: 'raf' });
    const origin = new URL(scene.merchant.url('/', 'shop.example')).origin;
    const [[first], [second, reason]] = (await page.evaluate(() => window.events)) as [
      [string],
      [string, string],
    ];
    assert.deepEqual([first, second], ['loaderror', 'rejected']);
    assert.match(
      reason,
      new RegExp(`is ${origin} in FRAME_ANCESTORS, and ${scene.shop.base_url} in frame-src`),
    );
  });

  test('a page of another origin cannot embed a merchant’s page that has them', async (t) => {
    const page = await openPage(scene.browser, t);
    scene.merchant.page('/outer', `${listening}${embed(scene.merchant.url('/'))}`);
    await page.goto(scene.merchant.url('/outer', 'evil.example'));
    await refused(page);
    assert.equal(await page.frameLocator('iframe').frameLocator('iframe').locator('#number').count(), 0);
  });

  test('the page around cannot reach into the frame', async (t) => {
    const page = await openPage(scene.browser, t);
    await page.goto(scene.merchant.url('/'));
    await page.waitForFunction(() => window.card);
    const reached = await page.evaluate(() => {
      const frame = document.querySelector('iframe');
      try {
        return [frame?.contentDocument ?? null, frame?.contentWindow?.document.title];
      } catch (error) {
        return [frame?.contentDocument ?? null, (error as Error).name];
      }
    });
    assert.deepEqual(reached, [null, 'SecurityError']);
  });

  test('the card leaves the browser in one request, to the service, and is gone after the payment', async (t) => {
    const page = await openPage(scene.browser, t);
    const carriers: string[] = [];
    page.on('request', (request) => {
      const sent = `${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`;
      if (sent.replaceAll(/[\s+]|%20/g, '').includes(goodCard.number)) carriers.push(request.url());
    });
    await page.goto(scene.merchant.url('/'));
    await page.waitForFunction(() => window.card);
    await typeCard(page);
    const { id, client_secret } = await scene.shop.session();
    await confirm(page, client_secret);
    assert.deepEqual(carriers, [`${scene.shop.base_url}/v1/checkout/sessions/${id}/confirm`]);
    assert.equal(await cardFrame(page).locator('#number').inputValue(), '');
    assert.equal(await cardFrame(page).locator('#cvc').inputValue(), '');
  });

  test('injected code in the frame could neither run nor send anything', async (t) => {
    const page = await openPage(scene.browser, t);
    await page.goto(scene.merchant.url('/'));
    await page.waitForFunction(() => window.card);
    const attempts = await cardFrame(page)
      .locator('body')
      .evaluate(async (body, elsewhere) => {
        const tried = async (task: () => unknown): Promise<string> => {
          try {
            await task();
            return 'done';
          } catch (error) {
            return (error as Error).name;
          }
        };
        const script = document.createElement('script');
        return {
          send: await tried(() => fetch(elsewhere, { method: 'POST', body: 'card', mode: 'no-cors' })),
          beacon: navigator.sendBeacon(elsewhere, 'card'),
          run: await tried(() => {
            script.text = 'window.ran = true';
            body.append(script);
          }),
          html: await tried(() => {
            body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.ran = true">');
          }),
          ran: 'ran' in window,
        };
      }, scene.merchant.url('/collect'));
    assert.deepEqual(
      { ...attempts, beacon: undefined },
      {
        send: 'TypeError',
        beacon: undefined,
        run: 'TypeError',
        html: 'TypeError',
        ran: false,
      },
    );
  });

  test('the frame does nothing when opened by itself', async (t) => {
    const page = await openPage(scene.browser, t);
    await page.goto(frameAddress({ origin: scene.shop.base_url, nonce: 'n'.repeat(20) }));
    await page.locator('#number').pressSequentially('4242');
    assert.equal(await page.locator('#number').inputValue(), '4242');
    assert.equal(await page.locator('#brand').textContent(), '');
  });

  test('frame-ancestors is a list of origins and nothing wider', () => {
    assert.equal(frameAncestorsHeader([]), "frame-ancestors 'none'");
    assert.equal(
      frameAncestorsHeader(["'self'", 'https://scene.shop.example', 'https://*.shop.example:8443']),
      "frame-ancestors 'self' https://scene.shop.example https://*.shop.example:8443",
    );
    for (const wide of [
      '*',
      'https:',
      'https://*',
      'http://scene.shop.example',
      'https://scene.shop.example/pay',
      'https://a.example; script-src *',
    ])
      assert.throws(() => frameAncestorsHeader([wide]), /is not an origin/, wide);
  });
});
