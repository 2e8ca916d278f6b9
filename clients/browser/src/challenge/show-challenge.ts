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
import { createDialog } from './create-dialog.ts';

/**
 * Shows a bank's page until the customer has come back from it or has closed it (`ended`), or until the fields are `gone`. `leave`: the browser has to
 * leave for that page.
 */
export type ShowChallenge = (url: string, gone: AbortSignal) => Promise<ChallengeEnd>;

export type ShowChallengeIn = (url: string, gone: AbortSignal, language: Language) => Promise<ChallengeEnd>;

type ChallengeEnd = 'ended' | 'gone' | 'leave';

/** Where a challenge ends, too. */
const service = new URL(import.meta.url).origin;

const words = { de, en, es, fr, it, nl, pl, pt } as const satisfies Record<Language, typeof en>;

/** Above the page, in a frame that cannot take the page elsewhere. */
export const showChallenge: ShowChallengeIn = (url, gone, language) =>
  new Promise((resolve) => {
    const end = (how: ChallengeEnd): void => {
      window.removeEventListener('message', onMessage);
      document.removeEventListener('securitypolicyviolation', leaveIfBlocked);
      dialog.close();
      resolve(how);
    };
    const onMessage = ({ origin, data }: MessageEvent<{ readonly type?: unknown } | null>): void => {
      if (origin === service && data?.type === returned) end('ended');
    };
    // The page's own policy does not let it show the bank's page.
    const leaveIfBlocked = (violation: SecurityPolicyViolationEvent): void => {
      const { blockedURI, disposition, effectiveDirective } = violation;
      const isFrame = disposition === 'enforce' && effectiveDirective === 'frame-src';
      if (isFrame && blockedURI.startsWith(new URL(url).origin)) end('leave');
    };
    window.addEventListener('message', onMessage);
    document.addEventListener('securitypolicyviolation', leaveIfBlocked);
    const dialog = createDialog(url, words[language], {
      left: () => end('ended'),
      wantsFullPage: () => end('leave'),
    });
    gone.addEventListener('abort', () => end('gone'));
    if (gone.aborted) end('gone');
  });
