import { expect } from '@jest/globals';
import type { Browser } from './console-browser.ts';

/** From the console to the provider, and on until the provider sends the browser back; returns where to. */
export const visitProvider = async (
  browser: Browser,
  base_url: string,
  return_to = '/console/',
): Promise<string> => {
  const login = await browser.visit(
    `${base_url}/v1/console/login?return_to=${encodeURIComponent(return_to)}`,
  );
  expect(login).toMatchObject({ status: 303 });
  let next = login.location;
  while (!next.startsWith(`${base_url}/v1/console/callback`)) {
    const { status, location, text } = await browser.visit(next);
    expect([next, status, text.slice(0, 200)]).toEqual([next, 303, expect.anything()]);
    next = location;
  }
  return next;
};
