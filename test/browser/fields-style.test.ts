import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { cardFrame } from './card-fields.ts';
import { merchantScene } from './merchant-scene.ts';
import { merchantPage } from './start-merchant.ts';

const standard = {
  color: 'rgb(22, 24, 29)',
  background: 'rgb(255, 255, 255)',
  size: '16px',
  weight: '400',
  padding: '10px 70px 10px 12px',
};

describe('a style hides nothing that is typed', () => {
  const scene = merchantScene();
  let pages = 0;

  const looks = async (t: TestContext, style: object) => {
    const path = `/style-${++pages}`;
    scene.merchant.page(path, merchantPage(scene.shop.base_url, { style }));
    const page = await scene.open(t, path);
    const input = cardFrame(page).locator('#number');
    return input.evaluate((element) => {
      const {
        color,
        backgroundColor: background,
        fontSize: size,
        fontWeight: weight,
        padding,
      } = getComputedStyle(element);
      return { color, background, size, weight, padding };
    });
  };

  for (const style of [
    { textColor: 'transparent' },
    { textColor: 'rgba(0, 0, 0, 0.02)' },
    { textColor: '#0000' },
    { textColor: 'white' },
    { textColor: '#fefefe', backgroundColor: '#fff' },
    { textColor: 'oklch(1 0 0)' },
    { backgroundColor: '#16181d' },
    { backgroundColor: 'transparent' },
    { textColor: 'black', backgroundColor: 'black', placeholderColor: 'black' },
    { textColor: 'white', backgroundColor: 'black', placeholderColor: 'black' },
    { placeholderColor: 'white' },
    { fontSize: '0px' },
    { fontSize: '1px' },
    { fontSize: '0.5rem' },
    { fontSize: '0em' },
    { fontWeight: '0' },
    { fontWeight: 'bold; opacity: 0' },
    { padding: '25px' },
    { padding: '9rem' },
    { padding: '-9px' },
  ])
    test(`${JSON.stringify(style)} changes nothing`, async (t) => {
      assert.deepEqual(await looks(t, style), standard);
    });

  test('a readable style is accepted', async (t) => {
    const style = {
      textColor: 'oklch(0.95 0 0)',
      placeholderColor: '#9aa',
      backgroundColor: '#102030',
      fontSize: '0.75rem',
      fontWeight: '600',
      padding: '1rem',
    };
    const { color: _, ...shown } = await looks(t, style);
    assert.deepEqual(shown, {
      background: 'rgb(16, 32, 48)',
      size: '12px',
      weight: '600',
      padding: '14px 78px 14px 16px',
    });
  });

  test('dark text is left out in the dark scheme, where it could not be read', async (t) => {
    const dark = { colorScheme: 'dark', textColor: '#16181d' };
    assert.deepEqual(await looks(t, dark), {
      color: 'rgb(236, 238, 242)',
      background: 'rgb(20, 23, 29)',
      size: '16px',
      weight: '400',
      padding: standard.padding,
    });
  });
});
