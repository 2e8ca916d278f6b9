import type { FrameLocator, Page } from 'playwright-core';

export type Fields = {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly name: string;
};

export const goodCard: Fields = {
  number: '4242424242424242',
  expiry: '12 / 30',
  cvc: '123',
  name: 'Ada Lovelace',
};

/** The card fields of a page that has them once. */
export const cardFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Secure card payment fields"]');

/** Types a card as a person would. */
export const typeCard = async (page: Page, card: Partial<Fields> = {}): Promise<void> => {
  // Firefox gives what is typed to the page in front only.
  await page.bringToFront();
  const frame = cardFrame(page);
  for (const [name, value] of Object.entries({ ...goodCard, ...card })) {
    const input = frame.locator(`#${name}`);
    await input.fill('');
    await input.pressSequentially(value);
  }
};
