import type { Outcome } from './outcome.ts';
import type { AttemptSummary } from './session.ts';

/**
 * Whether an outcome of an authorisation is, or may be, the issuer's own response. After that, the card's security code must not be kept (PCI DSS,
 * requirement 3.3.1). A new outcome does not compile without its own line here.
 */
export const issuerResponses: Readonly<Record<Outcome, boolean>> = {
  approved: true,
  captured: true,
  do_not_honor: true,
  insufficient_funds: true,
  limit_exceeded: true,
  incorrect_card_data: true,
  authentication_required: true,
  authentication_failed: true,
  card_lost_or_stolen: true,
  card_closed: true,
  // From the PSP's own checks or from the issuer: the code does not distinguish them.
  fraud_suspected: true,
  stop_payment: true,
  unmapped: true,
  // The customer is authenticating. The issuer decides afterwards, without card data from us.
  requires_action: false,
  // The network or the PSP responded in the issuer's place.
  issuer_unavailable: false,
  processor_error: false,
  // The issuer was not asked.
  not_sent: false,
  psp_unavailable: false,
  rate_limited: false,
  not_supported: false,
  invalid_request: false,
  // Unknown: the same attempt may have to be repeated with the same bytes.
  duplicate: false,
  unknown: false,
};

/** The same for a recorded attempt. A canceled attempt may have been approved before, in a response that was lost. */
export const hasIssuerResponse = ({ outcome }: Pick<AttemptSummary, 'outcome'>): boolean => {
  if (outcome === null || outcome === 'absent') return false;
  return outcome === 'canceled' || issuerResponses[outcome];
};
