import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { goodCard } from './card-fields.ts';
import { groupPage, invitationOf, typeFields } from './group-page.ts';
import { receivedAll } from './listening.ts';
import { confirm, merchantScene, onConfirm } from './merchant-scene.ts';
import { openPage } from './open-browser.ts';
import { type Merchant, startMerchant } from './start-merchant.ts';

/** What a page can do by itself with a frame that it puts into itself, with whatever invitation. */
type Embedder = {
  readonly embed: (address: string, invitation: object) => void;
  readonly say: (message: object) => void;
  readonly said: Readonly<Record<string, unknown>>[];
};

const embedder = `<!doctype html><html lang="en"><title>Embedder</title><script>
window.said = [];
window.embed = (address, invitation) => {
  const frame = document.createElement('iframe');
  frame.title = 'embedded';
  frame.src = address + '#' + encodeURIComponent(JSON.stringify(invitation));
  window.addEventListener('message', ({ data, origin }) => {
    if (data === 'marker') return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (message) => window.said.push(message.data);
    window.say = (message) => port1.postMessage(message);
    frame.contentWindow.postMessage({ type: 'payment-fields:connect', nonce: data.nonce, style: {} }, origin, [port2]);
  });
  document.body.append(frame);
};
</script><body></body></html>`;

describe('pages that reach for the fields of a group', () => {
  const scene = merchantScene();
  let elsewhere: Merchant;
  before(async () => {
    elsewhere = await startMerchant();
    elsewhere.page('/embed', embedder);
  });
  after(() => elsewhere.close());

  const open = async (t: TestContext) => {
    scene.merchant.page('/group', groupPage(scene.shop.base_url, ['number', 'expiry', 'cvc']));
    scene.merchant.page('/embed', embedder);
    const page = await scene.open(t, '/group');
    await typeFields(page, { number: goodCard.number, expiry: goodCard.expiry, cvc: goodCard.cvc });
    return page;
  };

  /** A page with a number of its own, whose frame was given the group's secret; what comes of a confirm there. */
  const confirmBeside = async (page: Page, address: string, group: string) => {
    const other = await page.context().newPage();
    await other.goto(address);
    await other.evaluate(
      ([frame, secret]) =>
        (window as unknown as Embedder).embed(frame, {
          origin: window.location.origin,
          nonce: 'n'.repeat(20),
          part: { field: 'number', group: secret },
        }),
      [`${scene.shop.base_url}/fields/v1/frame.html`, group] as const,
    );
    await other.waitForFunction(() =>
      (window as unknown as Embedder).said.some(({ type }) => type === 'ready'),
    );
    await other.frameLocator('iframe').locator('#number').pressSequentially('5555555555554444');
    const { id, client_secret } = await scene.shop.session();
    await other.evaluate(
      (secret) =>
        (window as unknown as Embedder).say({
          type: 'confirm',
          id: 7,
          client_secret: secret,
          elsewhere: ['expiry', 'cvc'],
        }),
      client_secret,
    );
    const reported = await other.waitForFunction(() =>
      (window as unknown as Embedder).said.find(({ type }) => type === 'result'),
    );
    const result = (await reported.jsonValue())?.result as { readonly status: string };
    await other.close();
    return { result, captured: await scene.shop.captured(id) };
  };

  test('the page around hears nothing on a channel of the same name, and what it says there is not heard', async (t) => {
    const page = await open(t);
    const { part, origin } = await invitationOf(page, 'number');
    await page.evaluate((name) => {
      const channel = new BroadcastChannel(name);
      Object.assign(window, { overheard: [] });
      channel.onmessage = ({ data }) => (window as unknown as { overheard: unknown[] }).overheard.push(data);
      channel.postMessage({ type: 'clear' });
    }, `payment-fields ${origin} ${part.group}`);
    const { client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    assert.deepEqual(
      await page.evaluate(() => (window as unknown as { overheard: unknown[] }).overheard),
      [],
    );
  });

  test('a frame in a page of another origin gets nothing, though it has the group’s secret', async (t) => {
    const page = await open(t);
    const { part } = await invitationOf(page, 'number');
    const { result, captured } = await confirmBeside(page, elsewhere.url('/embed'), part.group);
    assert.equal(result.status, 'incomplete');
    assert.deepEqual(captured, []);
    const { client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded', 'and takes nothing away');
  });

  test('the shop’s own pages could, which shows that the test above looks in the right place', async (t) => {
    const page = await open(t);
    const { part } = await invitationOf(page, 'number');
    const { result } = await confirmBeside(page, scene.merchant.url('/embed'), part.group);
    assert.equal(result.status, 'succeeded');
  });

  test('a frame other than the number’s never confirms, whoever asks', async (t) => {
    const page = await openPage(scene.browser, t);
    scene.merchant.page('/embed', embedder);
    await page.goto(scene.merchant.url('/embed'));
    const keys = await onConfirm(page);
    const { client_secret } = await scene.shop.session();
    await page.evaluate(
      ([frame, secret]) => {
        const hostile = window as unknown as Embedder;
        hostile.embed(frame, {
          origin: window.location.origin,
          nonce: 'n'.repeat(20),
          part: { field: 'cvc', group: 'g'.repeat(20) },
        });
        return new Promise<void>((resolve) => {
          const wait = setInterval(() => {
            if (hostile.said.length === 0) return;
            clearInterval(wait);
            hostile.say({ type: 'confirm', id: 7, client_secret: secret, elsewhere: [] });
            hostile.say({ type: 'focus' });
            resolve();
          }, 10);
        });
      },
      [`${scene.shop.base_url}/fields/v1/frame.html`, client_secret] as const,
    );
    await page.waitForFunction(() =>
      (window as unknown as Embedder).said.some(({ type }) => type === 'focus'),
    );
    const said = await page.evaluate(() => (window as unknown as Embedder).said.map(({ type }) => type));
    assert.ok(!said.includes('result'));
    assert.deepEqual(keys, []);
  });

  test('a number that is asked to confirm alone, or with itself, sends nothing', async (t) => {
    const page = await openPage(scene.browser, t);
    scene.merchant.page('/embed', embedder);
    await page.goto(scene.merchant.url('/embed'));
    const keys = await onConfirm(page);
    const { client_secret } = await scene.shop.session();
    await page.evaluate(
      (frame) =>
        (window as unknown as Embedder).embed(frame, {
          origin: window.location.origin,
          nonce: 'n'.repeat(20),
          part: { field: 'number', group: 'g'.repeat(20) },
        }),
      `${scene.shop.base_url}/fields/v1/frame.html`,
    );
    await page.waitForFunction(() =>
      (window as unknown as Embedder).said.some(({ type }) => type === 'ready'),
    );
    await page.frameLocator('iframe').locator('#number').pressSequentially(goodCard.number);
    for (const [index, elsewhere] of [[], ['number'], 'expiry', undefined].entries()) {
      await page.evaluate((message) => (window as unknown as Embedder).say(message), {
        type: 'confirm',
        id: index,
        client_secret,
        elsewhere,
      });
      const reported = await page.waitForFunction(
        (id) => (window as unknown as Embedder).said.find((message) => message.id === id),
        index,
      );
      assert.match(JSON.stringify(await reported.jsonValue()), /"incomplete".*"expiry"/);
    }
    assert.deepEqual(keys, []);
  });

  test('an invalid part is not an invitation: the frame says nothing', async (t) => {
    const page = await openPage(scene.browser, t);
    scene.merchant.page('/embed', embedder);
    for (const part of [
      { field: 'pin', group: 'g'.repeat(20) },
      { field: 'cvc', group: 'short' },
      'cvc',
      1,
    ]) {
      await page.goto(scene.merchant.url('/embed'));
      await page.evaluate(
        ([address, wrong]) =>
          (window as unknown as Embedder).embed(address, {
            origin: window.location.origin,
            nonce: 'n'.repeat(20),
            part: wrong,
          }),
        [`${scene.shop.base_url}/fields/v1/frame.html`, part] as const,
      );
      await page.frameLocator('iframe').locator('#number').waitFor();
      const [main, frame] = page.frames();
      assert.ok(main && frame);
      await frame.waitForLoadState();
      await receivedAll(frame, main);
      assert.equal(await page.evaluate(() => 'say' in window), false, JSON.stringify(part));
    }
  });
});
