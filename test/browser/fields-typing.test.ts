import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { cardFrame, typeCard } from './card-fields.ts';
import { confirm, merchantScene } from './merchant-scene.ts';
import { merchantPage } from './start-merchant.ts';

describe('the hosted fields while a card is typed', () => {
  const scene = merchantScene();
  const changes = (page: Page) =>
    page.evaluate(() => window.events.flatMap(([name, change]) => (name === 'change' ? [change] : [])));

  test('report what happens in them, and never a digit of the card', async (t) => {
    const page = await scene.open(t);
    const frame = cardFrame(page);
    await frame.locator('#number').focus();
    await frame.locator('#number').pressSequentially('4242');
    await frame.locator('#name').focus();
    await frame.getByText('Your card number is incomplete.').waitFor();
    await typeCard(page);
    await frame.locator('#name').press('Enter');
    await page.getByRole('button', { name: 'After' }).click();
    await page.waitForFunction(() => window.events.some(([name]) => name === 'blur'));
    const events = await page.evaluate(() => window.events);
    assert.equal(events[0]?.[0], 'ready');
    for (const name of ['focus', 'submit', 'blur'])
      assert.equal(events.filter((event) => event[0] === name).length, 1, name);
    const seen = await changes(page);
    assert.deepEqual(seen[0], { complete: false, empty: false, error: null, brand: null });
    assert.deepEqual(seen[1], { complete: false, empty: false, error: null, brand: 'visa' });
    assert.deepEqual(seen.at(-1), { complete: true, empty: false, error: null, brand: 'visa' });
    assert.ok(
      seen.some((change) => JSON.stringify(change).includes('"code":"incomplete"')),
      'the mistake was told',
    );
    assert.doesNotMatch(JSON.stringify(events), /\d/);
  });

  test('format and recognise what is typed, with the caret where it was', async (t) => {
    const page = await scene.open(t);
    const number = cardFrame(page).locator('#number');
    await number.pressSequentially('378282246310005');
    assert.equal(await number.inputValue(), '3782 822463 10005');
    assert.equal(await cardFrame(page).locator('#cvc').getAttribute('placeholder'), '4 digits');
    await number.fill('42424242');
    for (const key of ['ArrowLeft', 'ArrowLeft', '1']) await number.press(key);
    assert.equal(await number.inputValue(), '4242 4214 2');
    assert.equal(await number.evaluate((input: HTMLInputElement) => input.selectionStart), 8);
    const expiry = cardFrame(page).locator('#expiry');
    await expiry.pressSequentially('530');
    assert.equal(await expiry.inputValue(), '05 / 30');
    for (const left of ['05 / 3', '05', '0', '']) {
      await expiry.press('Backspace');
      assert.equal(await expiry.inputValue(), left);
    }
  });

  test('show the network’s mark, and its name to those who do not see it', async (t) => {
    const page = await scene.open(t);
    const [number, mark] = ['#number', '#brand'].map((place) => cardFrame(page).locator(place)) as [
      Locator,
      Locator,
    ];
    const drawn = async (): Promise<string> =>
      mark.evaluate((place) => {
        const { backgroundColor, backgroundImage, width } = getComputedStyle(place);
        return [width, backgroundColor, backgroundImage, getComputedStyle(place, '::after').content].join(
          ' ',
        );
      });
    const seen = new Set<string>();
    for (const [digits, name] of [
      ['4242', 'Visa'],
      ['5555', 'Mastercard'],
      ['3782', 'Amex'],
      ['6011', 'Discover'],
      ['3056', 'Diners Club'],
      ['3566', 'JCB'],
      ['6200', 'UnionPay'],
      ['6759', 'Maestro'],
    ] as const) {
      await number.fill(digits);
      assert.equal(await mark.textContent(), name);
      assert.match(await drawn(), /^40px /);
      seen.add(await drawn());
    }
    assert.equal(seen.size, 8, 'each has a picture of its own');
    assert.match((await number.getAttribute('aria-describedby')) ?? '', /\bbrand\b/);
    await number.fill('9');
    assert.equal(await mark.textContent(), '');
    assert.doesNotMatch(await drawn(), /^40px /);
  });

  test('carry what browsers need to fill a card in, and take it in whatever form it comes', async (t) => {
    const page = await scene.open(t);
    const frame = cardFrame(page);
    const hints = { number: 'cc-number', expiry: 'cc-exp', cvc: 'cc-csc', name: 'cc-name' };
    for (const [id, hint] of Object.entries(hints)) {
      assert.equal(await frame.locator(`#${id}`).getAttribute('autocomplete'), hint);
      assert.equal(await frame.locator(`form #${id}`).count(), 1);
      assert.equal(await frame.locator(`label[for="${id}"]`).count(), 1);
    }
    for (const expiry of ['12/2030', '2030-12', '1230', '12/30']) {
      await frame.locator('form').evaluate((_, date) => {
        const values = { number: '4242 4242 4242 4242', expiry: date, cvc: '123', name: 'Ada Lovelace' };
        for (const [id, value] of Object.entries(values)) {
          const input = document.getElementById(id) as HTMLInputElement;
          input.value = value;
          input.dispatchEvent(new Event('input', { bubbles: true }));
          input.dispatchEvent(new Event('change', { bubbles: true }));
        }
      }, expiry);
      assert.equal(await frame.locator('#expiry').inputValue(), '12 / 30');
    }
    await page.waitForFunction(() => JSON.stringify(window.events.at(-1)).includes('"complete":true'));
    const { client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
  });

  test('accept the styles on the list and nothing else', async (t) => {
    const style = {
      textColor: '#123456',
      fontSize: '18px',
      borderRadius: '0px',
      backgroundColor: 'url(https://evil.example/leak)',
      errorColor: 'red;position:fixed',
      display: 'none',
    };
    scene.merchant.page('/styled', merchantPage(scene.shop.base_url, { style }));
    const page = await scene.open(t, '/styled');
    const looks = await cardFrame(page)
      .locator('#number')
      .evaluate((input) => {
        const { color, fontSize, borderRadius, backgroundImage } = getComputedStyle(input);
        return { color, fontSize, borderRadius, backgroundImage };
      });
    assert.deepEqual(looks, {
      color: 'rgb(18, 52, 86)',
      fontSize: '18px',
      borderRadius: '0px',
      backgroundImage: 'none',
    });
    const set = await cardFrame(page)
      .locator('html')
      .evaluate((root) => root.getAttribute('style'));
    assert.doesNotMatch(set ?? '', /evil|fixed|none/);
  });
});
