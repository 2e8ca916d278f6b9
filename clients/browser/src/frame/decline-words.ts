import { declines } from '#messages';

/** What a customer reads of a decline, in the language of this document. */
export const declineWords = (decline_code: string): string =>
  (declines as Readonly<Partial<Record<string, string>>>)[decline_code] ?? declines.unmapped;
