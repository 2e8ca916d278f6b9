import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../browser/open-browser.ts';
import { startShop } from '../browser/start-shop.ts';

/** `npm run picture` writes docs/page.png: the console of `npm start -- --demo`, with a payment whose answer was lost. */
const shop = await startShop({ week: true });
const browser = await openBrowser();
try {
  const page = await browser.newPage({
    viewport: { width: 1180, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  await page.goto(shop.consoleLink());
  await page.locator('h1').waitFor();
  await page.goto(`${shop.base_url}/console/payments?reference=ORD-48990`);
  await page.locator('.rows tbody').getByRole('link').first().click();
  await page.getByText(/had taken it/).waitFor();
  await page.getByText(/whether they paid twice/).waitFor();
  await page.mouse.move(0, 0);
  writeFileSync(join(import.meta.dirname, '../../docs/page.png'), await page.screenshot());
} finally {
  await browser.close();
  await shop.close();
}
