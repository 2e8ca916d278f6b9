import type { Frame, Page } from 'playwright-core';
import { goodCard } from './card-fields.ts';

/** The card's frame, when something can be typed into it, whatever its language. */
export const readyFrame = async (page: Page): Promise<Frame> => {
  const iframe = await page.waitForSelector('iframe');
  const frame = await iframe.contentFrame();
  if (!frame) throw new Error('The card has no frame');
  await frame.locator('#number').waitFor();
  return frame;
};

/** Fills a card in at once, as a browser does. */
export const fillCard = async (frame: Frame, number: string): Promise<void> => {
  for (const [name, value] of Object.entries({ ...goodCard, number }))
    await frame.locator(`#${name}`).fill(value);
};

/** Whether nothing is wider than the screen, or than the frame. */
export const fits = (frame: Page | Frame): Promise<boolean> =>
  frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
