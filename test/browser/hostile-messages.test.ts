import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildHostedFields } from '../../clients/browser/build.ts';
import { cardFrame, typeCard } from './card-fields.ts';
import { heardAll, listening } from './listening.ts';
import { merchantScene } from './merchant-scene.ts';
import { openPage } from './open-browser.ts';

describe('forged messages around the card fields, in Chromium', () => {
  const scene = merchantScene();
  const frameAddress = (invitation: object) =>
    `${scene.shop.base_url}/fields/v1/frame.html#${encodeURIComponent(JSON.stringify(invitation))}`;
  const embed = (src: string) => `<iframe id="card" title="card" src="${src}"></iframe>`;

  test('the frame speaks to the origin it was told and to no other', async (t) => {
    const page = await openPage(scene.browser, t);
    scene.merchant.page(
      '/lying',
      `${listening}${embed(frameAddress({ origin: 'https://shop.example', nonce: 'n'.repeat(20) }))}`,
    );
    await page.goto(scene.merchant.url('/lying'));
    await page.frameLocator('iframe').locator('#number').waitFor();
    const [main, card] = page.frames();
    assert.ok(main && card);
    await heardAll(card, main);
    assert.deepEqual(await page.evaluate(() => window.heard), []);
  });

  test('the frame takes no channel with a wrong nonce, a wrong origin or a second one', async (t) => {
    const page = await openPage(scene.browser, t);
    const nonce = 'n'.repeat(20);
    const { origin } = new URL(scene.merchant.url('/'));
    scene.merchant.page('/connect', `${listening}${embed(frameAddress({ origin, nonce }))}`);
    await page.goto(scene.merchant.url('/connect'));
    await page.waitForFunction(() => window.heard.length === 1);
    await page.evaluate(
      ([right, target]) => {
        window.heard = [];
        const connect = (name: string, given: string, ports: number): void => {
          const channels = Array.from({ length: ports }, () => new MessageChannel());
          for (const { port1 } of channels)
            port1.onmessage = ({ data }) => {
              if (data.type === 'ready') window.heard.push(name);
            };
          document.querySelector('iframe')?.contentWindow?.postMessage(
            { type: 'payment-fields:connect', nonce: given, style: {} },
            target,
            channels.map(({ port2 }) => port2),
          );
        };
        connect('wrong nonce', 'm'.repeat(20), 1);
        connect('no port', right, 0);
        connect('two ports', right, 2);
        connect('right', right, 1);
        connect('second', right, 1);
      },
      [nonce, scene.shop.base_url] as const,
    );
    const [main, card] = page.frames();
    assert.ok(main && card);
    await heardAll(main, card);
    await page.waitForFunction(() => window.heard.length > 0);
    await heardAll(card, main);
    assert.deepEqual(await page.evaluate(() => window.heard), ['right']);
  });

  test('a neighbour’s forged messages reach neither the page’s side nor the frame’s', async (t) => {
    const page = await openPage(scene.browser, t);
    // A neighbour of the frame that knows everything, the nonce included, but is not the window it would have to be.
    scene.merchant.page(
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
    await page.goto(scene.merchant.url('/'), { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('#card iframe'));
    const nonce: string = await page.evaluate(
      (src) => {
        const neighbour = document.createElement('iframe');
        neighbour.id = 'neighbour';
        neighbour.src = src;
        document.body.append(neighbour);
        const invitation = new URL(document.querySelector('iframe')?.src ?? '').hash.slice(1);
        return JSON.parse(decodeURIComponent(invitation)).nonce;
      },
      scene.merchant.url('/neighbour', 'localhost'),
    );
    const neighbour = await (await page.waitForSelector('#neighbour')).contentFrame();
    assert.ok(neighbour);
    await neighbour.waitForFunction(() => window.heard);
    const forge = () =>
      neighbour.evaluate(
        ([given, service]) =>
          (window as unknown as { forge: (nonce: string, service: string) => void }).forge(given, service),
        [nonce, scene.shop.base_url] as const,
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

  test('a frame that was led elsewhere is not taken for the service’s, though it knows the nonce', async (t) => {
    const page = await openPage(scene.browser, t);
    scene.merchant.page(
      '/fake',
      `${listening}<script>
      const { origin, nonce } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
      parent.postMessage({ type: 'payment-fields:hello', nonce }, origin);
      </script>`,
    );
    await page.route('**/fields/v1/frame.html', (route) =>
      route.fulfill({ status: 302, headers: { location: scene.merchant.url('/fake', 'localhost') } }),
    );
    await page.addInitScript(() => {
      if (window !== window.top) return;
      window.heard = [];
      window.addEventListener('message', ({ data }) => window.heard.push(data));
    });
    await page.goto(scene.merchant.url('/'));
    await page.waitForFunction(() => window.heard.length > 0);
    const fake = page.frame({ url: (url) => url.pathname === '/fake' });
    assert.ok(fake);
    await heardAll(page.mainFrame(), fake);
    assert.deepEqual(await fake.evaluate(() => window.heard), []);
  });

  test('a frame at the right address without the nonce is not spoken to', async (t) => {
    const page = await openPage(scene.browser, t);
    await page.route('**/fields/v1/frame.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `${listening}<script>
        parent.postMessage({ type: 'payment-fields:hello', nonce: 'n'.repeat(20) }, '${new URL(scene.merchant.url('/')).origin}');
        </script>`,
      }),
    );
    await page.goto(scene.merchant.url('/'));
    const frame = await (await page.waitForSelector('iframe', { state: 'attached' })).contentFrame();
    assert.ok(frame);
    await frame.waitForFunction(() => window.heard);
    await heardAll(frame, page.mainFrame());
    await heardAll(page.mainFrame(), frame);
    assert.deepEqual(await frame.evaluate(() => window.heard), []);
  });

  test('no script posts to every origin', () => {
    for (const { name, content } of buildHostedFields())
      assert.doesNotMatch(content.toString(), /postMessage\([^)]*["'`]\*["'`]/, name);
  });
});
