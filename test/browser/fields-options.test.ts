import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { merchantScene } from './merchant-scene.ts';
import { merchantPage } from './start-merchant.ts';

describe('names that the fields do not know', () => {
  const scene = merchantScene();

  test('throw, with the nearest one', async (t) => {
    const page = await scene.open(t);
    const said = await page.evaluate(async (origin) => {
      const fields = await window.loadFields(origin);
      const any = fields as unknown as Record<string, (...given: readonly unknown[]) => unknown>;
      const on = (name: string) => () => window.card.on(name as 'ready', () => undefined);
      const tries: readonly (() => unknown)[] = [
        () => any.create?.('card', { styles: {} }),
        () => any.create?.('card', { clientSecret: '' }),
        () => any.create?.('card', { patence: 1 }),
        () => any.create?.('card', { zzz: 1 }),
        () => any.create?.('crad'),
        () => any.create?.('payment', { client_secrets: '' }),
        () => any.create?.('card', null),
        () => any.create?.('card', 'style'),
        () => any.group?.({ client_secret: '' }),
        () => any.group?.({ stlye: {} }),
        () => fields.group().create('expiration' as 'expiry'),
        () => fields.group().create('postalCode' as 'postal_code'),
        () => fields.group().on('submitted' as 'submit', () => undefined),
        on('redy'),
        on('load_error'),
        ...[0, -1, Number.NaN, 'soon'].map((patience) => () => any.create?.('card', { patience })),
        ...['', 'german', 'de_AT', 7, null, ['de', 'fr']].map((locale) => () => any.group?.({ locale })),
        () => any.create?.('card', { local: 'de' }),
      ];
      return tries.map((run) => {
        try {
          run();
          return 'nothing thrown';
        } catch (error) {
          return `${(error as Error).name}: ${(error as Error).message}`;
        }
      });
    }, scene.shop.base_url);
    const options = ': expected style, fonts, patience, locale, redirect, client_secret, name';
    const fields = ': expected number, expiry, cvc, name, country, postal_code';
    const events = ': expected ready, change, focus, blur, submit, confirming, result, loaderror, violation';
    assert.deepEqual(said, [
      `TypeError: Unknown option "styles" (did you mean "style"?)${options}`,
      `TypeError: Unknown option "clientSecret" (did you mean "client_secret"?)${options}`,
      `TypeError: Unknown option "patence" (did you mean "patience"?)${options}`,
      `TypeError: Unknown option "zzz"${options}`,
      'TypeError: Unknown fields "crad" (did you mean "card"?): expected card, payment',
      `TypeError: Unknown option "client_secrets" (did you mean "client_secret"?)${options}, googlepay, applepay, buttonColor`,
      'TypeError: Expected the options in an object',
      'TypeError: Expected the options in an object',
      'TypeError: Unknown option "client_secret": expected style, fonts, patience, locale, redirect',
      'TypeError: Unknown option "stlye" (did you mean "style"?): expected style, fonts, patience, locale, redirect',
      `TypeError: Unknown field "expiration"${fields}`,
      `TypeError: Unknown field "postalCode" (did you mean "postal_code"?)${fields}`,
      'TypeError: Unknown event "submitted" (did you mean "submit"?): expected change, submit, confirming, loaderror, violation, result',
      `TypeError: Unknown event "redy" (did you mean "ready"?)${events}`,
      `TypeError: Unknown event "load_error" (did you mean "loaderror"?)${events}`,
      ...Array(4).fill('TypeError: patience: expected a number of seconds'),
      ...Array(6).fill('TypeError: locale: expected one like de-AT'),
      `TypeError: Unknown option "local" (did you mean "locale"?)${options}`,
    ]);
  });

  test('a looks property is ignored, and the console names the nearest one', async (t) => {
    scene.merchant.page(
      '/odd',
      merchantPage(scene.shop.base_url, { style: { borderRadios: '4px', gap: '8px' } }),
    );
    const page = await scene.open(t, '/odd');
    const warned: string[] = [];
    page.on('console', (message) => void warned.push(message.text()));
    await page.reload();
    while (!warned.some((text) => text.includes('did you mean "borderRadius"?')))
      await page.waitForEvent('console');
  });
});
