/** What a bank answers to a card of the shared table. Each simulator says it in its PSP's own code. */
export type SharedDecline =
  | 'do_not_honor'
  | 'insufficient_funds'
  | 'incorrect_card_data'
  | 'card_lost_or_stolen'
  | 'fraud_suspected'
  | 'issuer_unavailable';

/** Numbers that no PSP's own table has: declined the same way at every simulated PSP, whichever a session is routed to. */
export const sharedCards: Readonly<Record<string, SharedDecline>> = {
  '4111000000000008': 'do_not_honor',
  '4111000000010007': 'insufficient_funds',
  '4111000000020006': 'incorrect_card_data',
  '4111000000030005': 'card_lost_or_stolen',
  '4111000000040004': 'fraud_suspected',
  '4111000000050003': 'issuer_unavailable',
};

/** Another such number: its bank asks at every simulated PSP, where the confirm lets it, and approves once the customer has. */
export const challengedCard = '4111000000060002';

/** The PSP's code for a card of the shared table; undefined for any other number. */
export const sharedCodeOf = (
  number: string,
  codes: Readonly<Record<SharedDecline, string>>,
): string | undefined => {
  const decline = sharedCards[number];
  return decline && codes[decline];
};
