import type { Language } from '../languages.ts';
import { challenge as de } from '../messages/de.ts';
import { challenge as en } from '../messages/en.ts';
import { challenge as es } from '../messages/es.ts';
import { challenge as fr } from '../messages/fr.ts';
import { challenge as it } from '../messages/it.ts';
import { challenge as nl } from '../messages/nl.ts';
import { challenge as pl } from '../messages/pl.ts';
import { challenge as pt } from '../messages/pt.ts';
import { returned } from '../protocol.ts';
import type { ConfirmResult } from '../types.ts';
import { createDialog } from './create-dialog.ts';

/**
 * Shows a bank's page and resolves to what `askOfReturn` says once the customer has come back from it, or has closed it. Undefined: the browser has to
 * leave for that page.
 */
export type ShowChallenge = (
  url: string,
  askOfReturn: () => Promise<ConfirmResult>,
) => Promise<ConfirmResult | undefined>;

export type ShowChallengeIn = (
  url: string,
  language: Language,
  askOfReturn: () => Promise<ConfirmResult>,
) => Promise<ConfirmResult | undefined>;

/** Where a challenge ends, too. */
const service = new URL(import.meta.url).origin;

const words = { de, en, es, fr, it, nl, pl, pt } as const satisfies Record<Language, typeof en>;

/** Above the page, in a frame that cannot take the page elsewhere. */
export const showChallenge: ShowChallengeIn = (url, language, askOfReturn) =>
  new Promise((resolve) => {
    const end = (result?: Promise<ConfirmResult>): void => {
      window.removeEventListener('message', hear);
      document.removeEventListener('securitypolicyviolation', leaveIfBlocked);
      dialog.close();
      resolve(result);
    };
    const hear = ({ origin, data }: MessageEvent<{ readonly type?: unknown } | null>): void => {
      if (origin === service && data?.type === returned) end(askOfReturn());
    };
    // The page's own policy does not let it show the bank's page.
    const leaveIfBlocked = ({ blockedURI }: SecurityPolicyViolationEvent): void => {
      if (blockedURI.startsWith(new URL(url).origin)) end();
    };
    window.addEventListener('message', hear);
    document.addEventListener('securitypolicyviolation', leaveIfBlocked);
    const dialog = createDialog(url, words[language], {
      left: () => end(askOfReturn()),
      wantsFullPage: () => end(),
    });
  });
