import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { messagesIn } from '../../clients/browser/messages-in.ts';
import { languages } from '../../clients/browser/src/languages.ts';
import { axeProblems } from './axe-problems.ts';
import { declined, hostedPageScene } from './hosted-page-scene.ts';
import { fillCard, fits, readyFrame } from './ready-frame.ts';

/** The amount of the tests' sessions as each language writes it. */
const amounts = {
  en: '€25.99',
  de: '25,99 €',
  fr: '25,99 €',
  es: '25,99 €',
  it: '25,99 €',
  nl: '€ 25,99',
  pt: '€ 25,99',
  pl: '25,99 €',
} as const;

describe('the hosted page in each language', () => {
  const scene = hostedPageScene('vault');

  for (const language of languages)
    test(`${language}: by the browser’s languages, with its amount, card fields and declines`, async (t) => {
      const session = await scene.create();
      const page = await scene.visitForm(t, session.url, {
        locale: `${language}-CH`,
        viewport: { width: 390, height: 2_000 },
      });
      const { page: words, pageLabels, declines, labels } = messagesIn[language];
      assert.equal(await page.locator('html').getAttribute('lang'), language);
      const amount = (await page.locator('#amount').textContent()) ?? '';
      assert.equal(amount.replace(/\s/g, ' '), amounts[language]);
      await page.getByText(pageLabels.test).waitFor();
      await page.getByRole('link', { name: words.cancel }).waitFor();
      const frame = await readyFrame(page);
      await frame.getByLabel(labels.number, { exact: true }).waitFor();
      await fillCard(frame, declined);
      await page.getByRole('button', { name: words.pay.replace('{amount}', amount) }).click();
      const why = { hasText: declines.insufficient_funds };
      await frame.locator('#notice.bad').filter(why).waitFor();
      assert.ok((await fits(page)) && (await fits(frame)));
      assert.deepEqual(await axeProblems(page.mainFrame()), []);
      await page.reload();
      await (await readyFrame(page)).locator('#notice.bad').filter(why).waitFor();
      await scene.shop.call('POST', `/v1/checkout/sessions/${session.id}/expire`, {});
      await page.reload();
      await page.getByRole('heading', { name: words.expired_heading }).waitFor();
    });

  test('is in English for a browser that asks for none of them', async (t) => {
    const page = await scene.visitForm(t, (await scene.create()).url, { locale: 'ja-JP' });
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  });
});
