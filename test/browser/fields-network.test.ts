import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { networksOf } from '../../clients/browser/src/frame/networks-of.ts';
import { axeProblems } from './axe-problems.ts';
import { cardFrame, typeCard } from './card-fields.ts';
import { confirm, merchantScene } from './merchant-scene.ts';

const coBadged = '4000002500001001';

describe('a card with two networks', () => {
  const scene = merchantScene();
  const choice = (page: Page) => cardFrame(page).getByRole('group', { name: 'Pay with' });
  const networksSent = async (page: Page): Promise<readonly unknown[]> => {
    const sent: unknown[] = [];
    await page.route('**/confirm', (route) => {
      sent.push(route.request().postDataJSON().payment_method.card.network);
      return route.continue();
    });
    return sent;
  };

  test('is asked about only while the number is such a card’s, and again for another one', async (t) => {
    const page = await scene.open(t);
    assert.equal(await choice(page).count(), 0);
    await typeCard(page, { number: coBadged });
    assert.deepEqual(await choice(page).getByRole('radio', { checked: true }).count(), 0);
    await choice(page).getByLabel('Cartes Bancaires').check();
    assert.equal(await choice(page).getByLabel('Visa').count(), 1);
    const [, frame] = page.frames();
    assert.ok(frame);
    assert.deepEqual(await axeProblems(frame, ['landmark-one-main', 'page-has-heading-one', 'region']), []);
    await typeCard(page, { number: '5555552500001001' });
    assert.equal(await choice(page).getByLabel('Mastercard').count(), 1);
    assert.equal(await choice(page).getByRole('radio', { checked: true }).count(), 0);
    await typeCard(page);
    assert.equal(await choice(page).count(), 0);
  });

  test('is paid over the one that was chosen with the keyboard', async (t) => {
    const page = await scene.open(t);
    const sent = await networksSent(page);
    await typeCard(page, { number: coBadged });
    await cardFrame(page).locator('#number').focus();
    for (const key of ['Tab', 'Space', 'ArrowDown']) await page.keyboard.press(key);
    const { client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    assert.deepEqual(sent, ['cartes_bancaires']);
    assert.equal(await choice(page).count(), 0, 'gone with the number');
  });

  test('is paid as the PSP decides if nothing was chosen', async (t) => {
    const page = await scene.open(t);
    const sent = await networksSent(page);
    await typeCard(page, { number: coBadged });
    const { client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    assert.deepEqual(sent, [undefined]);
  });

  test('is recognised by its number as far as possible', () => {
    assert.deepEqual(networksOf('4970', 'visa'), ['visa', 'cartes_bancaires']);
    assert.deepEqual(networksOf('5132', 'mastercard'), ['mastercard', 'cartes_bancaires']);
    for (const digits of ['', '4', '49', '4242424242424242', '5138', '5555555555554444'])
      assert.deepEqual(networksOf(digits, 'visa'), [], digits);
    assert.deepEqual(networksOf('497', null), []);
  });
});
