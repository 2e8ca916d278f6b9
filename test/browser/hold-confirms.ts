import type { Page } from 'playwright-core';

/** Keeps requests to confirm from the service until `release`. */
export const holdConfirms = async (page: Page) => {
  let release = (): void => undefined;
  let sent = 0;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/confirm', async (route) => {
    sent++;
    await released;
    await route.continue();
  });
  return { release: () => release(), sent: () => sent };
};
