import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildHostedFields } from '../../clients/browser/build.ts';
import { cardFrame } from './card-fields.ts';
import { listening, receivedAll } from './listening.ts';
import { merchantScene } from './merchant-scene.ts';
import { openPage } from './open-browser.ts';

describe('forged messages around the card fields', () => {
  const scene = merchantScene();
  const frameAddress = (invitation: object) =>
    `${scene.shop.base_url}/fields/v1/frame.html#${encodeURIComponent(JSON.stringify(invitation))}`;
  const embed = (src: string) => `<iframe id="card" title="card" src="${src}"></iframe>`;

  test('the frame speaks to its given origin and to no other', async (t) => {
    const page = await openPage(scene.browser, t);
    scene.merchant.page(
      '/lying',
      `${listening}${embed(frameAddress({ origin: 'https://shop.example', nonce: 'n'.repeat(20) }))}`,
    );
    await page.goto(scene.merchant.url('/lying'));
    await page.frameLocator('iframe').locator('#number').waitFor();
    const [main, card] = page.frames();
    assert.ok(main && card);
    await receivedAll(card, main);
    assert.deepEqual(await page.evaluate(() => window.received), []);
  });

  test('the frame takes no channel with a wrong nonce, without a port, or a second one', async (t) => {
    const page = await openPage(scene.browser, t);
    const nonce = 'n'.repeat(20);
    const { origin } = new URL(scene.merchant.url('/'));
    scene.merchant.page('/connect', `${listening}${embed(frameAddress({ origin, nonce }))}`);
    await page.goto(scene.merchant.url('/connect'));
    await page.waitForFunction(() => window.received.length === 1);
    await page.evaluate(
      ([right, target]) => {
        window.received = [];
        const connect = (name: string, given: string, ports: number): void => {
          const channels = Array.from({ length: ports }, () => new MessageChannel());
          for (const { port1 } of channels)
            port1.onmessage = ({ data }) => {
              if (data.type === 'ready') window.received.push(name);
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
    await receivedAll(main, card);
    await page.waitForFunction(() => window.received.length > 0);
    await receivedAll(card, main);
    assert.deepEqual(await page.evaluate(() => window.received), ['right']);
  });

  /** A neighbour of the frame that knows everything, the nonce included, but is not the window it would have to be. */
  const neighbour = `${listening}<script>
    window.hello = (nonce) => parent.postMessage({ type: 'payment-fields:hello', nonce }, '*');
    window.connect = (nonce, service) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => window.received.push(data);
      parent.frames[0].postMessage({ type: 'payment-fields:connect', nonce, style: {} }, service, [port2]);
    };</script>`;
  type Forger = {
    readonly hello: (nonce: string) => void;
    readonly connect: (nonce: string, to: string) => void;
  };

  test('a hello from another window is not answered, though its origin and nonce are right', async (t) => {
    const page = await openPage(scene.browser, t);
    // The frame is held back until the forged hello has been heard.
    const held = Promise.withResolvers<void>();
    await page.route('**/fields/v1/frame.html', async (route) => {
      await held.promise;
      await route.continue();
    });
    const address = `${scene.shop.base_url}/fields/v1/neighbour.html`;
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: neighbour }));
    await page.goto(scene.merchant.url('/'), { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('#card iframe'));
    const nonce: string = await page.evaluate((src) => {
      const invitation = new URL(document.querySelector('iframe')?.src ?? '').hash.slice(1);
      const frame = Object.assign(document.createElement('iframe'), { id: 'neighbour', src });
      document.body.append(frame);
      return JSON.parse(decodeURIComponent(invitation)).nonce;
    }, address);
    const forger = await (await page.waitForSelector('#neighbour')).contentFrame();
    assert.ok(forger);
    await forger.waitForFunction(() => window.received);
    await forger.evaluate((given) => (window as unknown as Forger).hello(given), nonce);
    await receivedAll(forger, page.mainFrame());
    held.resolve();
    await page.waitForFunction(() => window.events.some(([name]) => name === 'ready'));
    await cardFrame(page).locator('#number').pressSequentially('42');
    assert.deepEqual(await forger.evaluate(() => window.received), []);
  });

  test('a channel from a window other than the parent is not accepted', async (t) => {
    const page = await openPage(scene.browser, t);
    const nonce = 'n'.repeat(20);
    const { origin } = new URL(scene.merchant.url('/'));
    scene.merchant.page('/neighbour', neighbour);
    scene.merchant.page(
      '/neighbours',
      `${listening}${embed(frameAddress({ origin, nonce }))}<iframe src="/neighbour" title="n"></iframe>`,
    );
    await page.goto(scene.merchant.url('/neighbours'));
    await page.waitForFunction(() => window.received.length === 1);
    const [, card, forger] = page.frames();
    assert.ok(card && forger);
    await forger.waitForFunction(() => window.received);
    const forge = () =>
      forger.evaluate(([given, to]) => (window as unknown as Forger).connect(given, to), [
        nonce,
        scene.shop.base_url,
      ] as const);
    await forge();
    await page.evaluate(
      ([given, to]) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => window.received.push(data);
        document
          .querySelector('iframe')
          ?.contentWindow?.postMessage({ type: 'payment-fields:connect', nonce: given, style: {} }, to, [
            port2,
          ]);
      },
      [nonce, scene.shop.base_url] as const,
    );
    await page.waitForFunction(() => window.received.length > 1);
    assert.deepEqual(await forger.evaluate(() => window.received), []);
  });

  test('a frame that was navigated elsewhere is not taken for the service’s, though it knows the nonce', async (t) => {
    const page = await openPage(scene.browser, t);
    await page.clock.install();
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
      window.received = [];
      window.addEventListener('message', ({ data }) => window.received.push(data));
    });
    const navigated = page.waitForEvent(
      'framenavigated',
      (frame) => new URL(frame.url()).pathname === '/fake',
    );
    await page.goto(scene.merchant.url('/'));
    const fake = await navigated;
    await page.waitForFunction(() => window.received.length > 0);
    await receivedAll(page.mainFrame(), fake);
    assert.deepEqual(await fake.evaluate(() => window.received), []);
    // Nor did it count as the frame's hello.
    await page.clock.runFor(20_000);
    await page.waitForFunction(() => window.events.some(([name]) => name === 'loaderror'));
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
    await frame.waitForFunction(() => window.received);
    await receivedAll(frame, page.mainFrame());
    await receivedAll(page.mainFrame(), frame);
    assert.deepEqual(await frame.evaluate(() => window.received), []);
  });

  test('no script posts to every origin, but for the end of a challenge, which says nothing but that', () => {
    for (const { name, content } of buildHostedFields()) {
      const posts = content.toString().match(/postMessage\([^)]*["'`]\*["'`]/g) ?? [];
      assert.equal(posts.length, name === 'returned.html' ? 1 : 0, name);
      assert.doesNotMatch(posts.join(), /location|session|secret/);
    }
  });
});
