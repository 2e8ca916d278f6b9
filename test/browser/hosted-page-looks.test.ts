import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axeProblems } from './axe-problems.ts';
import { cardFrame } from './card-fields.ts';
import { declined, hostedPageScene } from './hosted-page-scene.ts';
import type { WatchedPage } from './open-browser.ts';

describe('the hosted page by axe', () => {
  const scene = hostedPageScene('vault');

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1280])
      test(`${width} px, ${colorScheme}: open, declined and expired`, async (t) => {
        const session = await scene.create({ description: 'x'.repeat(200) });
        const page = await scene.visitForm(t, session.url, {
          colorScheme,
          viewport: { width, height: 2_000 },
        });
        await check(page, 'open');
        await scene.pay(page, declined);
        await cardFrame(page).locator('#notice.bad').waitFor();
        await check(page, 'declined');
        await scene.shop.call('POST', `/v1/checkout/sessions/${session.id}/expire`, {});
        await page.reload();
        await page.getByText('This payment has expired').waitFor();
        await check(page, 'expired');
      });
});

const check = async (page: WatchedPage, state: string): Promise<void> => {
  assert.deepEqual(await axeProblems(page.mainFrame()), [], state);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wider <= 0, `${state}: nothing is wider than the screen`);
};
