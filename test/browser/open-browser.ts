import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Debian's package, unless the environment names another one. */
export const chromiumPath = process.env.CHROMIUM || '/usr/bin/chromium';

/** Chromium with a new, empty profile. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Origins that are none of this machine's, and lead nowhere else.
      '--host-resolver-rules=MAP *.example 127.0.0.1',
    ],
  });

export type WatchedPage = Page & {
  /** Uncaught errors and what the console showed as one, refused requests included. */
  readonly troubles: readonly string[];
};

/** A page in a context of its own, gone after the test, that remembers what went wrong in it. */
export const openPage = async (
  browser: Browser,
  test: { readonly after: (run: () => Promise<void>) => void },
  options: BrowserContextOptions = {},
): Promise<WatchedPage> => {
  // High enough that nothing has to be scrolled: a click right after a scroll meets the places the frame's process had before it.
  const viewport = { width: 1280, height: 2000 };
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  test.after(async () => {
    // A request that a route is still fetching would fail after the test, with its file.
    for (const routed of [page, context]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });
  page.setDefaultTimeout(20_000);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  return Object.assign(page, { troubles });
};
