import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cardFrame, typeCard } from '../browser/card-fields.ts';
import { openBrowser } from '../browser/open-browser.ts';
import { startShop } from '../browser/start-shop.ts';

/** `npm run picture` writes docs/page.png: the page of `npm start` after a payment that failed over. */
const shop = await startShop();
const browser = await openBrowser();
try {
  await shop.route('stripe');
  const page = await browser.newPage({ viewport: { width: 1180, height: 692 }, reducedMotion: 'reduce' });
  await page.goto(shop.base_url);
  await cardFrame(page).locator('#number').waitFor();
  await shop.faults('stripe', { kind: 'down' });
  await typeCard(page);
  await page.getByRole('button', { name: /^Pay / }).press('Enter');
  await page.getByText('Thank you!').waitFor();
  await page.locator('#payment .books', { hasText: 'captured' }).waitFor();
  await page.locator('[data-psp=stripe] [data-mode=down][aria-pressed=true]').waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  writeFileSync(join(import.meta.dirname, '../../docs/page.png'), await page.screenshot());
} finally {
  await browser.close();
  await shop.close();
}
