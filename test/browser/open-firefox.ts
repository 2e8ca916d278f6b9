import { type Browser, firefox } from 'playwright-core';
import { amendBidi } from './amend-bidi.ts';
import { programs } from './tested-browser.ts';

/** An unpatched Firefox with a new, empty profile, over WebDriver BiDi. What that cannot set for one page is set for all of them. */
export const openFirefox = async (colorScheme: 'light' | 'dark'): Promise<Browser> =>
  amendBidi(
    await firefox.launch({
      channel: 'moz-firefox',
      executablePath: programs.firefox.path,
      firefoxUserPrefs: {
        // Origins that are none of this machine's, and lead nowhere else.
        'network.dns.forceResolve': '127.0.0.1',
        'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
        'ui.prefersReducedMotion': 1,
        // Keys reach a frame of another site only in the process of its page.
        'fission.webContentIsolationStrategy': 0,
        // Playwright does not hear of a page that comes back from the cache for that.
        'browser.sessionhistory.max_total_viewers': 0,
        // Nobody is there to allow what a test reads from the clipboard.
        'dom.events.testing.asyncClipboard': true,
      },
    }),
  );
