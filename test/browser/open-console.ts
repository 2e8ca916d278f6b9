import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openPage, type WatchedPage } from './open-browser.ts';
import type { Shop } from './start-shop.ts';

type Test = Parameters<typeof openPage>[1];

/** A page of the console, signed in by the link of `npm start`. */
export const openConsole = async (
  { base_url, consoleLink }: Shop,
  browser: Browser,
  test: Test,
  path = '/console/',
  options: BrowserContextOptions = {},
): Promise<WatchedPage> => {
  const page = await openPage(browser, test, { locale: 'en-US', ...options });
  await page.goto(consoleLink());
  await page.locator('h1').waitFor();
  if (path !== '/console/') await page.goto(base_url + path);
  await page.locator('h1').waitFor();
  return page;
};
