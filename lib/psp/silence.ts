import type { Declined, Doubt, Unknown } from '../types/psp.ts';

export type Silent =
  | { readonly kind: 'not_sent' | 'no_credentials' }
  | { readonly kind: 'lost'; readonly doubt: Doubt };

/** What an unanswered call means: the same at every PSP. */
export const silence = (reply: Silent): Declined | Unknown => {
  switch (reply.kind) {
    case 'not_sent':
      return { outcome: 'not_sent' };
    case 'no_credentials':
      return { outcome: 'psp_unavailable', code: 'credentials_missing' };
    case 'lost':
      return { outcome: 'unknown', doubt: reply.doubt };
    default:
      return reply satisfies never;
  }
};
