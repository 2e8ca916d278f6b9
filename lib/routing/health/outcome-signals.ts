import type { HealthSignal } from '../../types/health.ts';
import type { Outcome } from '../../types/outcome.ts';

/** Whether an outcome counts for or against its PSP, by signal. A signal is omitted if the outcome has no information about it. */
export type Signals = Readonly<Partial<Record<HealthSignal, boolean>>>;

const approved: Signals = { technical: true, approval: true };
const refused: Signals = { technical: true, approval: false };
const broken: Signals = { technical: false };
/** About the card, the customer, the request or the merchant: the PSP works, and no other PSP would have approved it. */
const answered: Signals = { technical: true };
const nothing: Signals = {};

/** One line per outcome: a new outcome does not compile without one. */
export const outcomeSignals: Readonly<Record<Outcome, Signals>> = {
  approved,
  captured: approved,
  do_not_honor: refused,
  issuer_unavailable: refused,
  not_sent: broken,
  psp_unavailable: broken,
  processor_error: broken,
  unknown: broken,
  // The customer is away: the attempt's later outcome counts.
  requires_action: nothing,
  duplicate: nothing,
  rate_limited: answered,
  not_supported: answered,
  insufficient_funds: answered,
  limit_exceeded: answered,
  incorrect_card_data: answered,
  authentication_required: answered,
  authentication_failed: answered,
  card_lost_or_stolen: answered,
  card_closed: answered,
  fraud_suspected: answered,
  stop_payment: answered,
  invalid_request: answered,
  unmapped: answered,
};
