import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { cardFrame, typeCard } from './card-fields.ts';
import { allFields, fieldFrame, groupPage, typeFields } from './group-page.ts';
import { holdConfirms } from './hold-confirms.ts';
import { confirm, merchantScene } from './merchant-scene.ts';
import { openPage } from './open-browser.ts';
import { merchantPage } from './start-merchant.ts';

const sentence = 'Your bank is taking longer than usual. Please wait.';

const opacityAfterDimming = (box: Element): string => {
  for (const animation of box.getAnimations()) animation.finish();
  return getComputedStyle(box).opacity;
};

describe('a payment that takes long', () => {
  const scene = merchantScene();

  /** A page whose time is the test's, with what the card tells after the fields were typed. */
  const open = async (t: TestContext, options: object = {}) => {
    const page = await openPage(scene.browser, t);
    await page.clock.install();
    scene.merchant.page('/slow', merchantPage(scene.shop.base_url, options));
    await page.goto(scene.merchant.url('/slow'));
    await page.waitForFunction(() => window.card);
    await typeCard(page);
    await page.evaluate(() => {
      window.events = [];
      window.card.on('confirming', () => window.events.push(['confirming']));
      window.card.on('result', (result) => window.events.push(['result', result]));
    });
    return page;
  };
  const eventsOf = (page: Page) =>
    page.evaluate(() => window.events.filter(([name]) => name === 'confirming' || name === 'result'));

  test('is busy at once, dimmed from 300 ms, explained after 10 s, and all of that ends with it', async (t) => {
    const page = await open(t);
    const held = await holdConfirms(page);
    const frame = cardFrame(page);
    const { client_secret } = await scene.shop.session();
    const result = confirm(page, client_secret);
    await frame.locator('form[aria-busy="true"]').waitFor();
    await page.waitForFunction(() => window.events.some(([name]) => name === 'confirming'));
    const dims = await frame.locator('.box:visible').evaluateAll((boxes) =>
      boxes.map((box) => {
        const [animation] = box.getAnimations();
        animation?.finish();
        return [animation?.effect?.getTiming().delay, getComputedStyle(box).opacity];
      }),
    );
    assert.deepEqual(dims, Array(4).fill([300, '0.5']));
    assert.equal(await frame.locator('#notice').textContent(), '');
    await page.clock.runFor(10_000);
    await frame.getByRole('status').filter({ hasText: sentence }).waitFor();
    held.release();
    assert.equal((await result).status, 'succeeded');
    await frame.locator('form[aria-busy="false"]').waitFor();
    assert.equal(await frame.locator('#notice').textContent(), '');
    assert.equal(
      await frame
        .locator('.box')
        .first()
        .evaluate((box) => getComputedStyle(box).opacity),
      '1',
    );
    assert.deepEqual(await eventsOf(page), [['confirming']]);
  });

  test('ends as processing after 20 s; the result is an event, and no second payment begins before it', async (t) => {
    const page = await open(t);
    const held = await holdConfirms(page);
    const { id, client_secret } = await scene.shop.session();
    const result = confirm(page, client_secret);
    await page.waitForRequest('**/confirm');
    await page.clock.runFor(20_000);
    assert.deepEqual(await result, { status: 'processing', session: null });
    assert.deepEqual(await confirm(page, client_secret), { status: 'processing', session: null });
    const other = await scene.shop.session();
    await assert.rejects(confirm(page, other.client_secret), /Another session is being confirmed/);
    assert.equal(await cardFrame(page).locator('form').getAttribute('aria-busy'), 'true');
    assert.equal(held.sent(), 1);
    held.release();
    await page.waitForFunction(() => window.events.some(([name]) => name === 'result'));
    const events = await eventsOf(page);
    assert.deepEqual(
      events.map(([name, event]) => [name, (event as { status?: string } | undefined)?.status]),
      [
        ['confirming', undefined],
        ['result', 'succeeded'],
      ],
    );
    assert.equal((await scene.shop.captured(id)).length, 1);
  });

  test('a late decline lets the customer pay again', async (t) => {
    const page = await open(t, { patience: 1 });
    await typeCard(page, { number: '4000000000009995' });
    const held = await holdConfirms(page);
    const { client_secret } = await scene.shop.session();
    const result = confirm(page, client_secret);
    await page.waitForRequest('**/confirm');
    await page.clock.runFor(1_000);
    assert.equal((await result).status, 'processing');
    held.release();
    await page.waitForFunction(() => window.events.some(([name]) => name === 'result'));
    const [, event] = (await eventsOf(page)).at(-1) ?? [];
    assert.equal((event as { status: string }).status, 'declined');
    await page.unroute('**/confirm');
    await typeCard(page);
    await page.clock.resume();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
  });

  test('an incomplete card is not being paid', async (t) => {
    const page = await open(t);
    await cardFrame(page).locator('#cvc').fill('');
    const { client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'incomplete');
    assert.deepEqual(await eventsOf(page), []);
    assert.equal(await cardFrame(page).locator('form').getAttribute('aria-busy'), 'false');
  });

  test('of a group: every field is busy and dimmed, the number’s explains, and the group tells the result', async (t) => {
    const page = await openPage(scene.browser, t);
    await page.clock.install();
    scene.merchant.page('/slow-group', groupPage(scene.shop.base_url));
    await page.goto(scene.merchant.url('/slow-group'));
    await page.waitForFunction(() => window.card);
    await typeFields(page);
    await page.evaluate(() => {
      window.events = [];
      window.group.on('confirming', () => window.events.push(['confirming']));
      window.group.on('result', (result) => window.events.push(['result', result]));
    });
    const held = await holdConfirms(page);
    const { id, client_secret } = await scene.shop.session();
    const result = confirm(page, client_secret);
    await page.waitForRequest('**/confirm');
    for (const field of allFields) {
      const frame = fieldFrame(page, field);
      await frame.locator('form[aria-busy="true"]').waitFor();
      assert.equal(await frame.locator('.box').evaluate(opacityAfterDimming), '0.5', field);
    }
    await page.clock.runFor(10_000);
    await fieldFrame(page, 'number').getByRole('status').filter({ hasText: sentence }).waitFor();
    for (const field of allFields.slice(1))
      assert.equal(await fieldFrame(page, field).locator('#notice').textContent(), '', field);
    await page.clock.runFor(10_000);
    assert.deepEqual(await result, { status: 'processing', session: null });
    held.release();
    await page.waitForFunction(() => window.events.some(([name]) => name === 'result'));
    assert.deepEqual(
      (await eventsOf(page)).map(([name, event]) => [
        name,
        (event as { status?: string } | undefined)?.status,
      ]),
      [
        ['confirming', undefined],
        ['result', 'succeeded'],
      ],
    );
    for (const field of allFields) await fieldFrame(page, field).locator('form[aria-busy="false"]').waitFor();
    assert.equal((await scene.shop.captured(id)).length, 1);
  });
});
