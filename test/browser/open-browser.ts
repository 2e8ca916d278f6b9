import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { openFirefox } from './open-firefox.ts';
import { programs, testedBrowser } from './tested-browser.ts';

/** The tested browser with a new, empty profile. */
export const openBrowser = (): Promise<Browser> =>
  testedBrowser() === 'firefox' ? openFirefox('light') : openChromium();

const openChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: programs.chromium.path,
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
  /** Uncaught errors and what the console showed as one, refused requests included where the browser tells. */
  readonly troubles: readonly string[];
  /** The first of them that says this, once there is one. */
  readonly trouble: (says: string) => Promise<string>;
};

type Test = { readonly after: (run: () => Promise<void>) => void };

/** A page in a context of its own, gone after the test, that remembers what went wrong in it. */
export const openPage = async (
  browser: Browser,
  test: Test,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> => {
  // High enough that nothing has to be scrolled: a click right after a scroll meets the places the frame's process had before it.
  const viewport = { width: 1280, height: 2000 };
  const dark = await darkBrowser(options);
  const context = await (dark ?? browser).newContext({ viewport, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  test.after(async () => {
    // A request that a route is still fetching would fail after the test, with its file.
    for (const routed of [page, context]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
    await dark?.close();
  });
  page.setDefaultTimeout(20_000);
  return Object.assign(page, watched(page));
};

const watched = (page: Page): Pick<WatchedPage, 'troubles' | 'trouble'> => {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  const trouble = (says: string): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = troubles.find((text) => text.includes(says));
        if (found !== undefined) resolve(found);
      };
      page.on('pageerror', look).on('console', look);
      look();
    });
  return { troubles, trouble };
};

/** A Firefox is light or dark as a whole: a dark page needs one of its own. */
const darkBrowser = async ({ colorScheme }: BrowserContextOptions): Promise<Browser | undefined> =>
  testedBrowser() === 'firefox' && colorScheme === 'dark' ? openFirefox('dark') : undefined;
