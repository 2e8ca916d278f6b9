import { existsSync } from 'node:fs';

/** The same browser without its windows takes less than half of the processor's time. */
const shell = '/usr/bin/chromium-headless-shell';

export const programs = {
  chromium: {
    path: process.env.CHROMIUM || (existsSync(shell) ? shell : '/usr/bin/chromium'),
    variable: 'CHROMIUM',
    packaged: 'chromium-headless-shell',
  },
  firefox: {
    path: process.env.FIREFOX || '/usr/bin/firefox-esr',
    variable: 'FIREFOX',
    packaged: 'firefox-esr',
  },
} as const;

export type BrowserName = keyof typeof programs;

/** The one that this process tests: `run.ts` names it. */
export const testedBrowser = (): BrowserName =>
  process.env.TESTED_BROWSER === 'firefox' ? 'firefox' : 'chromium';

/** For a test that Firefox, as it is driven, cannot run, and `reason` says why: listed when the run ends. */
export const notInFirefox = (reason: string): { readonly skip: string | false } => ({
  skip: testedBrowser() === 'firefox' && reason,
});
