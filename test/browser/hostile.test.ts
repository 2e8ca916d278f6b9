import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildHostedFields } from '../../clients/browser/build.ts';
import { frameAncestorsHeader } from '../../clients/browser/frame-ancestors.ts';
import { cardFrame, goodCard, typeCard } from './card-fields.ts';
import { openBrowser, openPage } from './open-browser.ts';
import { type Merchant, merchantPage, startMerchant } from './start-merchant.ts';
import { type Shop, startShop } from './start-shop.ts';

declare global {
  interface Window {
    heard: unknown[];
  }
}

/** Keeps every message the window gets; ports are counted. */
const listening = `<!doctype html><html lang="en"><title>Hostile</title><script>
window.heard = [];
window.addEventListener('message', ({ data, ports, origin }) => window.heard.push({ data, origin, ports: ports.length }));
</script>`;

describe('the card fields among hostile pages, in Chromium', () => {
  let shop: Shop;
  let merchant: Merchant;
  let browser: Browser;

  before(async () => {
    [shop, merchant, browser] = await Promise.all([startShop(), startMerchant(), openBrowser()]);
    merchant.page('/', merchantPage(shop.base_url));
  });
  after(async () => {
    await browser?.close();
    await Promise.all([shop?.close(), merchant?.close()]);
  });

  const frameAddress = (invitation: object) =>
    `${shop.base_url}/fields/v1/frame.html#${encodeURIComponent(JSON.stringify(invitation))}`;
  const embed = (src: string) => `<iframe id="card" title="card" src="${src}"></iframe>`;
  const settled = (page: Page, selector = 'iframe') =>
    page.waitForFunction((found) => document.querySelector(found), selector);
  /** Every frame has loaded what it may, and messages on the way have arrived. */
  const quiet = async (page: Page): Promise<void> => {
    await page.waitForLoadState('load');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  };

  test('a page of another origin cannot put them into itself', async (t) => {
    const page = await openPage(browser, t);
    const origin = new URL(merchant.url('/', 'evil.example')).origin;
    merchant.page('/evil', `${listening}${embed(frameAddress({ origin, nonce: 'n'.repeat(20) }))}`);
    await page.goto(merchant.url('/evil', 'evil.example'));
    await settled(page);
    await quiet(page);
    assert.ok(
      page.troubles.some((trouble) => /frame-ancestors/.test(trouble)),
      page.troubles.join(),
    );
    assert.deepEqual(await page.evaluate(() => window.heard), []);
    assert.equal(await page.frameLocator('iframe').locator('#number').count(), 0);
  });

  test('nor put a merchant’s page that has them into itself', async (t) => {
    const page = await openPage(browser, t);
    merchant.page('/outer', `${listening}${embed(merchant.url('/'))}`);
    await page.goto(merchant.url('/outer', 'evil.example'));
    await page.frameLocator('iframe').locator('iframe').waitFor({ state: 'attached' });
    await quiet(page);
    assert.ok(
      page.troubles.some((trouble) => /frame-ancestors/.test(trouble)),
      page.troubles.join(),
    );
    assert.equal(await page.frameLocator('iframe').frameLocator('iframe').locator('#number').count(), 0);
  });

  test('the frame speaks to the origin it was told and to no other', async (t) => {
    const page = await openPage(browser, t);
    merchant.page(
      '/lying',
      `${listening}${embed(frameAddress({ origin: 'https://shop.example', nonce: 'n'.repeat(20) }))}`,
    );
    await page.goto(merchant.url('/lying'));
    await page.frameLocator('iframe').locator('#number').waitFor();
    await quiet(page);
    assert.deepEqual(await page.evaluate(() => window.heard), []);
  });

  test('the frame takes no channel with a wrong nonce, a wrong origin or a second one', async (t) => {
    const page = await openPage(browser, t);
    const nonce = 'n'.repeat(20);
    const { origin } = new URL(merchant.url('/'));
    merchant.page('/connect', `${listening}${embed(frameAddress({ origin, nonce }))}`);
    await page.goto(merchant.url('/connect'));
    await page.waitForFunction(() => window.heard.length === 1);
    const answers = await page.evaluate(
      async ([right, target]) => {
        const connect = async (given: string, ports: number): Promise<boolean> => {
          const channels = Array.from({ length: ports }, () => new MessageChannel());
          const heard = new Promise<boolean>((resolve) => {
            for (const { port1 } of channels) port1.onmessage = () => resolve(true);
            setTimeout(() => resolve(false), 400);
          });
          document.querySelector('iframe')?.contentWindow?.postMessage(
            { type: 'payment-fields:connect', nonce: given, style: {} },
            target,
            channels.map(({ port2 }) => port2),
          );
          return heard;
        };
        return [
          await connect('m'.repeat(20), 1),
          await connect(right, 0),
          await connect(right, 2),
          await connect(right, 1),
          await connect(right, 1),
        ];
      },
      [nonce, shop.base_url] as const,
    );
    assert.deepEqual(answers, [false, false, false, true, false]);
  });

  test('a neighbour’s forged messages reach neither the page’s side nor the frame’s', async (t) => {
    const page = await openPage(browser, t);
    // A neighbour of the frame that knows everything, the nonce included, but is not the window it would have to be.
    merchant.page(
      '/neighbour',
      `${listening}<script>
      window.forge = (nonce, service) => {
        parent.postMessage({ type: 'payment-fields:hello', nonce }, '*');
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => window.heard.push({ data });
        parent.frames[0].postMessage({ type: 'payment-fields:connect', nonce, style: {} }, service, [port2]);
      };</script>`,
    );
    // Asked for the script only once the neighbour is there, and held back until it has forged.
    const held = Promise.withResolvers<void>();
    await page.route('**/fields/v1/frame.html', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(merchant.url('/'), { waitUntil: 'commit' });
    await settled(page, '#card iframe');
    const nonce: string = await page.evaluate(
      (src) => {
        const neighbour = document.createElement('iframe');
        neighbour.id = 'neighbour';
        neighbour.src = src;
        document.body.append(neighbour);
        const invitation = new URL(document.querySelector('iframe')?.src ?? '').hash.slice(1);
        return JSON.parse(decodeURIComponent(invitation)).nonce;
      },
      merchant.url('/neighbour', 'localhost'),
    );
    const neighbour =
      page.frame({ url: merchant.url('/neighbour', 'localhost') }) ?? (await neighbourOf(page));
    await neighbour.waitForFunction(() => window.heard);
    const forge = () =>
      neighbour.evaluate(
        ([given, service]) =>
          (window as unknown as { forge: (nonce: string, service: string) => void }).forge(given, service),
        [nonce, shop.base_url] as const,
      );
    await forge();
    held.resolve();
    await cardFrame(page).locator('#number').waitFor();
    await forge();
    await page.waitForFunction(() => window.events.some(([name]) => name === 'ready'));
    await typeCard(page);
    assert.deepEqual(await neighbour.evaluate(() => window.heard), []);
    assert.equal(await page.evaluate(() => window.events.filter(([name]) => name === 'ready').length), 1);
  });

  const neighbourOf = async (page: Page) => {
    const frame = await (await page.waitForSelector('#neighbour')).contentFrame();
    assert.ok(frame);
    return frame;
  };

  test('a frame that was led elsewhere is not taken for the service’s, though it knows the nonce', async (t) => {
    const page = await openPage(browser, t);
    merchant.page(
      '/fake',
      `${listening}<script>
      const { origin, nonce } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
      parent.postMessage({ type: 'payment-fields:hello', nonce }, origin);
      </script>`,
    );
    await page.route('**/fields/v1/frame.html', (route) =>
      route.fulfill({ status: 302, headers: { location: merchant.url('/fake', 'localhost') } }),
    );
    await page.addInitScript(() => {
      window.heard = [];
      window.addEventListener('message', ({ data }) => window.heard.push(data));
    });
    await page.goto(merchant.url('/'));
    await page.waitForFunction(() => window.heard.length > 0);
    const fake = page.frame({ url: (url) => url.pathname === '/fake' });
    assert.ok(fake);
    await quiet(page);
    assert.deepEqual(await fake.evaluate(() => window.heard), []);
  });

  test('the page around cannot reach into the frame', async (t) => {
    const page = await openPage(browser, t);
    await page.goto(merchant.url('/'));
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
    const page = await openPage(browser, t);
    const carriers: string[] = [];
    page.on('request', (request) => {
      const sent = `${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`;
      if (sent.replaceAll(/[\s+]|%20/g, '').includes(goodCard.number)) carriers.push(request.url());
    });
    await page.goto(merchant.url('/'));
    await page.waitForFunction(() => window.card);
    await typeCard(page);
    const { id, client_secret } = await shop.session();
    await page.evaluate((secret) => window.card.confirm(secret), client_secret);
    assert.deepEqual(carriers, [`${shop.base_url}/v1/checkout/sessions/${id}/confirm`]);
    assert.equal(await cardFrame(page).locator('#number').inputValue(), '');
    assert.equal(await cardFrame(page).locator('#cvc').inputValue(), '');
  });

  test('what got into the frame could neither run nor send anything', async (t) => {
    const page = await openPage(browser, t);
    await page.goto(merchant.url('/'));
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
          send: await tried(() => fetch(elsewhere, { method: 'POST', body: 'card' })),
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
      }, merchant.url('/collect'));
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

  test('opened by itself the frame does nothing', async (t) => {
    const page = await openPage(browser, t);
    await page.goto(frameAddress({ origin: shop.base_url, nonce: 'n'.repeat(20) }));
    await page.locator('#number').pressSequentially('4242');
    assert.equal(await page.locator('#number').inputValue(), '4242');
    assert.equal(await page.locator('#brand').textContent(), '');
  });

  test('no script posts to every origin', () => {
    for (const { name, content } of buildHostedFields())
      assert.doesNotMatch(content.toString(), /postMessage\([^)]*["'`]\*["'`]/, name);
  });

  test('who may frame is a list of origins and nothing wider', () => {
    assert.equal(frameAncestorsHeader([]), "frame-ancestors 'none'");
    assert.equal(
      frameAncestorsHeader(["'self'", 'https://shop.example', 'https://*.shop.example:8443']),
      "frame-ancestors 'self' https://shop.example https://*.shop.example:8443",
    );
    for (const wide of [
      '*',
      'https:',
      'https://*',
      'http://shop.example',
      'https://shop.example/pay',
      'https://a.example; script-src *',
    ])
      assert.throws(() => frameAncestorsHeader([wide]), /is no origin/, wide);
  });

  test('the pages’ back ends answer this machine’s names only, and take changes from their own pages only', async () => {
    const { hostname, port } = new URL(shop.base_url);
    const ask = (path: string, headers: Record<string, string>, method = 'POST') =>
      new Promise<number>((resolve, reject) => {
        const sent = httpRequest({ hostname, port, path, method, headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        });
        sent.on('error', reject);
        sent.end(method === 'POST' ? '{"currency":"eur","count":1}' : undefined);
      });
    const own = { host: `${hostname}:${port}` };
    assert.equal(await ask('/shop/orders', own), 200);
    assert.equal(await ask('/shop/orders', { host: 'evil.example' }), 403);
    assert.equal(await ask('/console/state', { host: 'evil.example' }, 'GET'), 403);
    for (const path of ['/shop/orders', '/console/traffic', '/console/rule', '/console/psps/stripe'])
      assert.equal(await ask(path, { ...own, origin: 'http://evil.example' }), 403, path);
  });
});
