import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { cardFrame, typeCard } from './card-fields.ts';
import { confirm, merchantScene, onConfirm } from './merchant-scene.ts';

describe('card fields that the page moves', () => {
  const scene = merchantScene();
  const readies = (page: Page) =>
    page.evaluate(() => window.events.filter(([name]) => name === 'ready').length);
  const move = (page: Page) =>
    page.evaluate(() => {
      const elsewhere = document.body.appendChild(document.createElement('section'));
      elsewhere.append(document.querySelector('#card') ?? '');
    });

  test('the payment works after the move, and the page hears that the fields are empty again', async (t) => {
    const page = await scene.open(t);
    await typeCard(page);
    await move(page);
    await page.waitForFunction(() => window.events.filter(([name]) => name === 'ready').length === 2);
    const last = await page.evaluate(() => window.events.findLast(([name]) => name === 'change'));
    assert.deepEqual(last, ['change', { complete: false, empty: true, error: null, brand: null }]);
    await typeCard(page);
    const { id, client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'stripe', amount: 2599 }]);
  });

  test('a confirm in the same moment waits for the new frame, which has no card: nothing is sent', async (t) => {
    const page = await scene.open(t);
    await typeCard(page);
    const keys = await onConfirm(page);
    const { client_secret } = await scene.shop.session();
    const result = await page.evaluate((secret) => {
      document.body.append(document.querySelector('#card') ?? '');
      return window.card.confirm(secret);
    }, client_secret);
    assert.equal(result.status === 'incomplete' && result.error.code, 'missing');
    assert.deepEqual(keys, []);
    assert.equal(await readies(page), 2);
  });

  test('after a move while a payment is under way the outcome is unknown at once, and a second move pays', async (t) => {
    const page = await scene.open(t);
    await typeCard(page);
    const held = Promise.withResolvers<void>();
    await onConfirm(page, async (route) => {
      await held.promise;
      await route.abort();
    });
    const { client_secret } = await scene.shop.session();
    const sent = page.waitForRequest((request) => request.url().endsWith('/confirm'));
    const result = confirm(page, client_secret);
    await sent;
    await move(page);
    assert.deepEqual(await result, { status: 'processing', session: null });
    held.resolve();
    await move(page);
    await page.waitForFunction(() => window.events.filter(([name]) => name === 'ready').length === 3);
    await typeCard(page);
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
  });

  test('fields that the page removed refuse at once', async (t) => {
    const page = await scene.open(t);
    await cardFrame(page).locator('#number').waitFor();
    const { client_secret } = await scene.shop.session();
    const message = await page.evaluate((secret) => {
      document.querySelector('#card')?.remove();
      return window.card.confirm(secret).then(
        () => 'sent',
        (error: Error) => error.message,
      );
    }, client_secret);
    assert.equal(message, 'The card element is not mounted');
  });
});
