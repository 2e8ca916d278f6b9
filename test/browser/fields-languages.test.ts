import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { messagesIn } from '../../clients/browser/messages-in.ts';
import { frameName } from '../../clients/browser/src/frame-name.ts';
import { languages } from '../../clients/browser/src/languages.ts';
import type { FieldName } from '../../clients/browser/src/types.ts';
import { goodCard } from './card-fields.ts';
import { declined } from './hosted-page-scene.ts';
import { confirm, merchantScene } from './merchant-scene.ts';
import { fillCard, fits, readyFrame } from './ready-frame.ts';
import { merchantPage } from './start-merchant.ts';

describe('the fields in each language', () => {
  const scene = merchantScene();

  test('are one document, with its labels, title, mistakes, lengths and declines', async (t) => {
    const page = await scene.open(t);
    const loaded: string[] = [];
    page.on('request', (request) => void loaded.push(new URL(request.url()).pathname));
    await page.setViewportSize({ width: 390, height: 2000 });
    for (const language of languages) {
      loaded.length = 0;
      scene.merchant.page('/in', merchantPage(scene.shop.base_url, { locale: language }));
      await page.goto(scene.merchant.url('/in'));
      await page.waitForFunction(() => window.card);
      assert.deepEqual(
        loaded.filter((path) => path.endsWith('.html')),
        [`/fields/v1/${frameName(language)}`],
      );
      const { labels, titles, mistakes, digits, declines } = messagesIn[language];
      assert.equal(await page.locator('iframe').getAttribute('title'), titles.card);
      const frame = await readyFrame(page);
      assert.equal(await frame.locator('html').getAttribute('lang'), language);
      for (const name of ['number', 'expiry', 'cvc', 'name'] as const)
        assert.equal(await frame.getByLabel(labels[name], { exact: true }).getAttribute('id'), name);
      const { client_secret } = await scene.shop.session();
      const result = await confirm(page, client_secret);
      assert.equal(result.status === 'incomplete' && result.error.message, mistakes.number.missing);
      await frame.getByText(mistakes.cvc.missing).waitFor();
      assert.ok(await fits(frame), `${language}: nothing is wider than the frame`);
      await frame.locator('#number').fill('378282246310005');
      const [form] = Object.values(digits);
      assert.equal(await frame.locator('#cvc').getAttribute('placeholder'), form?.replace('{count}', '4'));
      await fillCard(frame, declined);
      const again = await confirm(page, client_secret);
      assert.equal(again.status === 'declined' && again.message, declines.insufficient_funds);
    }
  });

  test('a group has it in every frame, and countries are named and sorted in it', async (t) => {
    const page = await scene.open(t);
    const { titles, labels, mistakes } = messagesIn.de;
    const names = ['number', 'expiry', 'cvc', 'country'] as const;
    await page.evaluate(
      async ([origin, fields]) => {
        const group = (await window.loadFields(origin)).group({ locale: 'de-AT' });
        for (const name of fields) group.create(name).mount('main');
        Object.assign(window, { card: group });
      },
      [scene.shop.base_url, names as readonly FieldName[]] as const,
    );
    const frameOf = (name: FieldName) => page.frameLocator(`iframe[title="${titles[name]}"]`);
    for (const name of names) await frameOf(name).getByLabel(labels[name], { exact: true }).waitFor();
    const countries = await frameOf('country').locator('option').allTextContents();
    assert.ok(countries.includes('Österreich'));
    assert.deepEqual(countries, countries.toSorted(new Intl.Collator('de').compare));
    const { client_secret } = await scene.shop.session();
    await confirm(page, client_secret);
    await frameOf('country').getByText(mistakes.country.missing).waitFor();
  });

  test('are in English for a language that they do not have', async (t) => {
    scene.merchant.page('/xx', merchantPage(scene.shop.base_url, { locale: 'xx' }));
    const page = await scene.open(t, '/xx');
    const frame = await readyFrame(page);
    assert.ok(frame.url().startsWith(`${scene.shop.base_url}/fields/v1/frame.html#`));
  });

  test('a refusal that customers can do nothing about is in their words, and the API’s in the console', async (t) => {
    scene.merchant.page('/fr', merchantPage(scene.shop.base_url, { locale: 'fr' }));
    const page = await scene.open(t, '/fr');
    await page.route('**/confirm', (route) =>
      route.fulfill({
        status: 400,
        json: { error: { type: 'invalid_request_error', code: 'card_capture_disabled', message: 'Set it.' } },
      }),
    );
    await fillCard(await readyFrame(page), goodCard.number);
    assert.deepEqual(await confirm(page, (await scene.shop.session()).client_secret), {
      status: 'refused',
      code: 'card_capture_disabled',
      message: messagesIn.fr.refusals.other,
    });
    assert.ok(page.troubles.includes('confirm: card_capture_disabled. Set it.'));
  });
});
