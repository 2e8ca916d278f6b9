import type { Decline } from '../../types/outcome.ts';

/** What may never lead to another PSP. A guess by two digits is good enough for no more than that. */
type Final = Exclude<
  Decline,
  | 'not_sent'
  | 'psp_unavailable'
  | 'rate_limited'
  | 'processor_error'
  | 'issuer_unavailable'
  | 'not_supported'
  | 'do_not_honor'
>;

/**
 * What the last two characters of an unpublished `200NN` mean: the issuer's response code of ISO 8583, which Checkout.com puts there. Undefined for
 * a code that says nothing certain. Source: ISO 8583-1:1987, table of response codes, and Visa’s additions 70, 1A and R0.
 */
export const isoOutcome = (code: string): Final | undefined => {
  const iso = /^200([0-9A-Z]{2})$/.exec(code)?.[1];
  return iso !== undefined && Object.hasOwn(isoOutcomes, iso) ? isoOutcomes[iso] : undefined;
};

const isoOutcomes: Readonly<Record<string, Final>> = {
  '07': 'card_lost_or_stolen', // Pick up card, special conditions
  '34': 'fraud_suspected', // Suspected fraud, pick up
  '35': 'card_lost_or_stolen', // Contact acquirer, pick up
  '36': 'card_lost_or_stolen', // Restricted card, pick up
  '37': 'fraud_suspected', // Call acquirer security, pick up
  '41': 'card_lost_or_stolen', // Lost card
  '43': 'card_lost_or_stolen', // Stolen card
  '70': 'authentication_required', // PIN data required
  '1A': 'authentication_required', // Additional customer authentication required
  R0: 'stop_payment', // Stop payment order
};
