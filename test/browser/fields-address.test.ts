import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeProblems } from './axe-problems.ts';
import { cardFrame, typeCard } from './card-fields.ts';
import { fieldFrame, groupPage, typeFields } from './group-page.ts';
import { confirm, merchantScene } from './merchant-scene.ts';
import { merchantPage } from './start-merchant.ts';

const collect = ['postal_code', 'country'];

describe('fields that ask for an address', () => {
  const scene = merchantScene();
  const sentBy = async (page: Page): Promise<readonly unknown[]> => {
    const sent: unknown[] = [];
    await page.route('**/confirm', (route) => {
      sent.push(route.request().postDataJSON().payment_method.billing_details);
      return route.continue();
    });
    return sent;
  };
  const country = (page: Page) => cardFrame(page).getByLabel('Country');
  const postalCode = (page: Page) => cardFrame(page).getByLabel('Postal code');

  test('ask if the session says so, as soon as the page names it', async (t) => {
    const { client_secret } = await scene.shop.session({ collect, country: 'DE' });
    scene.merchant.page('/asked', merchantPage(scene.shop.base_url, { client_secret }));
    const page = await scene.open(t, '/asked');
    const sent = await sentBy(page);
    await postalCode(page).waitFor();
    assert.equal(await country(page).inputValue(), 'DE', 'the country of the session');
    await typeCard(page);
    const nothing = await confirm(page, client_secret);
    assert.equal(nothing.status === 'incomplete' && nothing.error.field, 'postal_code');
    assert.deepEqual(sent, [], 'nothing was sent');
    await cardFrame(page).getByText('Your postal code is missing.').waitFor();
    const [, frame] = page.frames();
    assert.ok(frame);
    assert.deepEqual(await axeProblems(frame, ['landmark-one-main', 'page-has-heading-one', 'region']), []);
    await country(page).selectOption({ label: 'France' });
    await postalCode(page).pressSequentially(' 75001 ');
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    assert.deepEqual(sent, [{ address: { country: 'FR', postal_code: '75001' } }]);
  });

  test('ask when the confirm is refused for lack of it, if the page named no session before', async (t) => {
    const { client_secret } = await scene.shop.session({ collect });
    const page = await scene.open(t);
    const sent = await sentBy(page);
    await typeCard(page);
    assert.equal(await postalCode(page).isVisible(), false);
    const asked = await confirm(page, client_secret);
    assert.equal(asked.status === 'incomplete' && asked.error.field, 'country');
    await country(page).selectOption('HK');
    assert.equal((await confirm(page, client_secret)).status, 'succeeded', 'there are no postal codes there');
    assert.deepEqual(sent, [undefined, { address: { country: 'HK' } }]);
  });

  test('ask only for what the session wants', async (t) => {
    const { client_secret } = await scene.shop.session({ collect: ['postal_code'] });
    scene.merchant.page('/code', merchantPage(scene.shop.base_url, { client_secret }));
    const page = await scene.open(t, '/code');
    await postalCode(page).waitFor();
    assert.equal(await country(page).isVisible(), false);
  });

  test('stay as they are for a session that wants nothing, or does not exist', async (t) => {
    const { client_secret } = await scene.shop.session();
    for (const [path, secret] of [
      ['/plain', client_secret],
      ['/none', 'nonsense'],
    ] as const) {
      scene.merchant.page(path, merchantPage(scene.shop.base_url, { client_secret: secret }));
      const page = await scene.open(t, path);
      await typeCard(page);
      assert.equal(await postalCode(page).isVisible(), false);
      const { status } = await confirm(page, secret);
      assert.equal(status, secret === client_secret ? 'succeeded' : 'refused');
    }
  });

  test('each in a place of its own: in a group the page puts them there', async (t) => {
    const { client_secret } = await scene.shop.session({ collect });
    scene.merchant.page(
      '/group',
      groupPage(scene.shop.base_url, ['number', 'expiry', 'cvc', 'name', 'country', 'postal_code'] as never),
    );
    const page = await scene.open(t, '/group');
    const sent = await sentBy(page);
    await typeFields(page);
    const nothing = await confirm(page, client_secret);
    assert.equal(nothing.status === 'incomplete' && nothing.error.field, 'country');
    await page.frameLocator('#country iframe').locator('select').selectOption('FR');
    await page.frameLocator('#postal_code iframe').locator('input').fill('75001');
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    assert.deepEqual(sent, [{ address: { country: 'FR', postal_code: '75001' } }]);
    assert.equal(await fieldFrame(page, 'number').locator('#number').inputValue(), '');
  });
});
