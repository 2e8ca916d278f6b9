import type { Decline } from '../../types/outcome.ts';
import type { Advised } from '../../types/psp.ts';
import { lookedUp, textAt } from '../json.ts';
import { mastercardAdvice, strictestAdvice, visaAdvice } from '../network-advice.ts';

/**
 * The advice in a decline: Stripe's own, in either of two places, and the card network's, if the network is known. Stripe's "try again later" for a
 * processing error or an unreachable issuer is about Stripe's own route, not about the card: it does not bind other PSPs.
 */
export const adviceOf = (error: unknown, outcome: Decline): Advised => {
  const own = strictestAdvice(
    stripeAdvice(textAt(error, 'advice_code')),
    stripeAdvice(textAt(error, 'decline_code')),
  );
  const ofTheWay =
    own.advice === 'wait' && (outcome === 'processor_error' || outcome === 'issuer_unavailable');
  return strictestAdvice(
    ofTheWay ? {} : own,
    mastercardAdvice(textAt(error, 'network_advice_code')),
    textAt(error, 'payment_method', 'card', 'brand') === 'visa'
      ? visaAdvice(textAt(error, 'network_decline_code'))
      : {},
  );
};

const stripeAdvice = (code: string | undefined): Advised => lookedUp(advice, code) ?? {};

const advice: Readonly<Record<string, Advised>> = {
  do_not_try_again: { advice: 'never_again' },
  try_again_later: { advice: 'wait' },
  confirm_card_data: { advice: 'correct_data' },
};
