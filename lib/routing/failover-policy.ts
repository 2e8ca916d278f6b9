import type { Outcome } from '../types/outcome.ts';

/**
 * What an outcome allows, whatever a rule says. `settled`: the payment has ended. `always`: the next PSP may be tried. `if_listed`: only if the rule
 * lists the outcome. `once_if_listed`: the same, for one attempt of a confirm. `never`: a definite no that applies to every PSP. `not_known`: must be
 * resolved first, because another PSP could charge a second time.
 */
export type FailoverPolicy = 'settled' | 'always' | 'if_listed' | 'once_if_listed' | 'never' | 'not_known';

/** One line per outcome: a new outcome does not compile without one. */
export const failoverPolicy: Readonly<Record<Outcome, FailoverPolicy>> = {
  approved: 'settled',
  captured: 'settled',
  requires_action: 'settled',
  not_sent: 'always',
  psp_unavailable: 'if_listed',
  rate_limited: 'if_listed',
  processor_error: 'if_listed',
  issuer_unavailable: 'once_if_listed',
  not_supported: 'if_listed',
  do_not_honor: 'once_if_listed',
  insufficient_funds: 'never',
  limit_exceeded: 'never',
  incorrect_card_data: 'never',
  authentication_required: 'never',
  authentication_failed: 'never',
  card_lost_or_stolen: 'never',
  card_closed: 'never',
  fraud_suspected: 'never',
  stop_payment: 'never',
  invalid_request: 'never',
  unmapped: 'never',
  duplicate: 'not_known',
  unknown: 'not_known',
};
