/** Outcomes of an authorisation with which money is held or taken, or the customer must act first. */
export const successes = ['approved', 'captured', 'requires_action'] as const;

/** Definite declines: nothing is or will be authorised. The API's canonical decline categories. */
export const declines = [
  'not_sent',
  'psp_unavailable',
  'rate_limited',
  'processor_error',
  'issuer_unavailable',
  'not_supported',
  'do_not_honor',
  'insufficient_funds',
  'limit_exceeded',
  'incorrect_card_data',
  'authentication_required',
  'authentication_failed',
  'card_lost_or_stolen',
  'card_closed',
  'fraud_suspected',
  'stop_payment',
  'invalid_request',
  'unmapped',
] as const;

/** The outcome is unknown so far. Never a failure, never a reason to try another PSP. */
export const indefinites = ['duplicate', 'unknown'] as const;

export type Success = (typeof successes)[number];
export type Decline = (typeof declines)[number];
export type Indefinite = (typeof indefinites)[number];
export type Outcome = Success | Decline | Indefinite;

/** The PSP shows that money is held or taken. */
export const holdsMoney = (outcome: string | null | undefined): boolean =>
  outcome === 'approved' || outcome === 'captured';

export const isDecline = (outcome: Outcome | 'canceled' | 'absent' | null): outcome is Decline =>
  (declines as readonly (string | null)[]).includes(outcome);

const isIndefinite = (outcome: Outcome | 'canceled' | 'absent'): outcome is Indefinite =>
  (indefinites as readonly string[]).includes(outcome);

/** Whether an attempt's outcome is final, as far as anybody can tell. */
export const isSettled = (outcome: Outcome | 'canceled' | 'absent' | null): boolean =>
  outcome !== null && outcome !== 'requires_action' && !isIndefinite(outcome);

/** Declines of one request, not of the payment: as the result of a repeat or a look-up, they say nothing about earlier requests. */
const ofTheRequest: readonly string[] = [
  'not_sent',
  'psp_unavailable',
  'rate_limited',
  'invalid_request',
  'not_supported',
];

/** Whether the result of a later call about a payment settles the outcome of the first. */
export const settlesFormer = (outcome: Outcome | 'canceled' | 'absent'): boolean =>
  outcome !== 'absent' && !isIndefinite(outcome) && !ofTheRequest.includes(outcome);
