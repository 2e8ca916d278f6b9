import type { Attempt, AuthorizationAnswer, Unknown } from '../../types/psp.ts';
import { codeAt } from '../code-at.ts';
import { echoesAmount } from '../echoes-amount.ts';
import { at, integerAt, textAt, urlAt } from '../json.ts';
import { capabilities } from './capabilities.ts';
import { readAdvice } from './read-advice.ts';
import { refusalOutcome } from './refusal-outcomes.ts';

/** The body of a 200 from `/payments` or `/payments/details`. Source: PaymentResponse and PaymentDetailsResponse of Checkout API v72. */
export const readPayment = (attempt: Attempt, json: unknown): AuthorizationAnswer => {
  const result = resultCodes.find((code) => code === textAt(json, 'resultCode'));
  const named = textAt(json, 'pspReference');
  const known = named === undefined ? {} : { psp_reference: named };
  if (result === undefined || !isOurs(attempt, json)) return unreadable;
  switch (result) {
    case 'Authorised':
      return readAuthorised(attempt, json, named);
    case 'Refused':
    case 'Error':
    case 'Cancelled':
      return readRefused(json, result);
    case 'RedirectShopper':
    case 'IdentifyShopper':
    case 'ChallengeShopper':
      return readAction(json, result);
    case 'Pending':
    case 'Received':
    case 'PresentToShopper':
      return { outcome: 'unknown', doubt: 'pending', ...known };
    case 'PartiallyAuthorised':
      return { outcome: 'unknown', doubt: 'amount_mismatch', ...known };
    // Results of an authentication alone, which is never asked for.
    case 'AuthenticationFinished':
    case 'AuthenticationNotRequired':
    case 'Success':
      return { ...unreadable, ...known };
    default:
      return result satisfies never;
  }
};

const resultCodes = [
  'Authorised',
  'Refused',
  'Error',
  'Cancelled',
  'RedirectShopper',
  'IdentifyShopper',
  'ChallengeShopper',
  'Pending',
  'Received',
  'PresentToShopper',
  'PartiallyAuthorised',
  'AuthenticationFinished',
  'AuthenticationNotRequired',
  'Success',
] as const;

const unreadable: Unknown = { outcome: 'unknown', doubt: 'unreadable_answer' };

/** The specification leaves the reference out of some answers; one that is there must be the attempt's. */
const isOurs = (attempt: Attempt, json: unknown): boolean => {
  const reference = at(json, 'merchantReference');
  return reference === undefined || reference === attempt.reference;
};

/** An account's own delayed automatic capture is a capture that needs nothing more from us, so it counts as captured. */
const readAuthorised = (
  attempt: Attempt,
  json: unknown,
  psp_reference: string | undefined,
): AuthorizationAnswer => {
  if (psp_reference === undefined) return unreadable;
  if (!amountsAgree(attempt, json)) return { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference };
  return { outcome: attempt.capture_method === 'automatic' ? 'captured' : 'approved', psp_reference };
};

/** Adyen may leave the amount out (its own examples do); every amount that it does write has to be the attempt's. */
const amountsAgree = (attempt: Attempt, json: unknown): boolean => {
  const rules = capabilities.amounts;
  const authorised = textAt(json, 'additionalData', 'authorisedAmountValue');
  return (
    (at(json, 'amount') === undefined ||
      echoesAmount(rules, attempt, integerAt(json, 'amount', 'value'), textAt(json, 'amount', 'currency'))) &&
    (authorised === undefined ||
      echoesAmount(
        rules,
        attempt,
        Number(authorised),
        textAt(json, 'additionalData', 'authorisedAmountCurrency') ?? attempt.currency,
      ))
  );
};

const readRefused = (json: unknown, result: 'Refused' | 'Error' | 'Cancelled'): AuthorizationAnswer => {
  const code = codeAt(json, 'refusalReasonCode');
  const psp_reference = textAt(json, 'pspReference');
  const advice = readAdvice(json);
  return {
    // A cancellation without a code is the customer leaving the issuer's page.
    outcome: code === undefined && result === 'Cancelled' ? 'authentication_failed' : refusalOutcome(code),
    code: code ?? result,
    ...(psp_reference === undefined ? {} : { psp_reference }),
    ...(advice === undefined ? {} : { advice }),
  };
};

/**
 * Only a redirect that a browser can follow by address is offered to the customer. Any other action (a native 3-D Secure 2 component, which
 * the request switched off) is a definite end: Adyen authorises nothing until `/payments/details` is called, and it never will be.
 */
const readAction = (json: unknown, result: string): AuthorizationAnswer => {
  const redirect_url = urlAt(json, 'action', 'url');
  const followable =
    textAt(json, 'action', 'type') === 'redirect' &&
    (textAt(json, 'action', 'method') ?? 'GET').toUpperCase() === 'GET';
  if (!followable || redirect_url === undefined) return { outcome: 'authentication_required', code: result };
  // Before the authentication is over Adyen may not have named the payment yet.
  return { outcome: 'requires_action', redirect_url, psp_reference: textAt(json, 'pspReference') ?? '' };
};
