import { defined } from '../../types/defined.ts';
import type { Attempt, AuthorizationResult, Unknown } from '../../types/psp.ts';
import { at, codeAt, integerAt, textAt, urlAt } from '../json.ts';
import { readReference } from '../reference.ts';
import { echoesAmount } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { refusalCode, refusalOutcome } from './outcomes.ts';
import { readParticulars } from './read-particulars.ts';
import { readAdvice } from './read-refusal.ts';

/**
 * The body of a 200 from `/payments/details`, which may be about any payment. It counts only if it names this attempt by our reference and, if money
 * was taken or held, states the amount. The short response of the specification has neither; then the signed webhook decides. If it names another
 * attempt, the call has completed that one.
 */
export const readCompletion = (attempt: Attempt, json: unknown): AuthorizationResult => {
  const named = readReference(textAt(json, 'merchantReference'))?.charge;
  const stated = at(json, 'resultCode') !== 'Authorised' || amountsIn(json, attempt.currency).length > 0;
  if (named === attempt.reference && stated) return readPayment(attempt, json);
  const completed = named === attempt.reference ? undefined : named;
  return { outcome: 'unknown', doubt: 'pending', ...defined({ completed }) };
};

/** The body of a 200 from `/payments`. Source: PaymentResponse and PaymentDetailsResponse of Checkout API v72. */
export const readPayment = (attempt: Attempt, json: unknown): AuthorizationResult => {
  const result = resultCodes.find((code) => code === textAt(json, 'resultCode'));
  const named = textAt(json, 'pspReference');
  const known = defined({ psp_reference: named });
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
    // Results of an authentication alone, which we never request.
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

/** According to the specification, some responses have no reference; if there is one, it must be the attempt's. */
const isOurs = (attempt: Attempt, json: unknown): boolean => {
  const reference = at(json, 'merchantReference');
  return reference === undefined || reference === attempt.reference;
};

/**
 * If the account captures automatically with a delay, no further call of ours is needed, so it counts as captured. The specification lets Adyen omit
 * the amount: then the outcome is unknown until the AUTHORISATION webhook gives it.
 */
const readAuthorised = (
  attempt: Attempt,
  json: unknown,
  psp_reference: string | undefined,
): AuthorizationResult => {
  if (psp_reference === undefined) return unreadable;
  const amounts = amountsIn(json, attempt.currency);
  if (amounts.length === 0) return { ...unreadable, psp_reference };
  const agreed = amounts.every(({ value, currency }) =>
    echoesAmount(capabilities.amounts, attempt, value, currency),
  );
  if (!agreed) return { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference };
  return attempt.capture_method === 'automatic'
    ? { outcome: 'captured', psp_reference, amount_captured: attempt.amount, ...readParticulars(json) }
    : { outcome: 'approved', psp_reference, ...readParticulars(json) };
};

/** Every amount in a response, in Adyen's units. The additional data may omit the currency. */
const amountsIn = (json: unknown, currency: string) => {
  const authorised = textAt(json, 'additionalData', 'authorisedAmountValue');
  return [
    ...(at(json, 'amount') === undefined
      ? []
      : [{ value: integerAt(json, 'amount', 'value'), currency: textAt(json, 'amount', 'currency') }]),
    ...(authorised === undefined
      ? []
      : [
          {
            value: /^\d+$/.test(authorised) ? Number(authorised) : undefined,
            currency: textAt(json, 'additionalData', 'authorisedAmountCurrency') ?? currency,
          },
        ]),
  ];
};

const readRefused = (json: unknown, result: 'Refused' | 'Error' | 'Cancelled'): AuthorizationResult => {
  const named = result === 'Cancelled' ? undefined : refusalCode(textAt(json, 'refusalReason'));
  const code = codeAt(json, 'refusalReasonCode') ?? named;
  const psp_reference = textAt(json, 'pspReference');
  return {
    // A cancellation without a code means that the customer left the issuer's page.
    outcome: code === undefined && result === 'Cancelled' ? 'authentication_failed' : refusalOutcome(code),
    code: code ?? result,
    ...defined({ psp_reference }),
    ...readAdvice(json, code),
    ...readParticulars(json),
  };
};

/**
 * We offer the customer only a redirect that a browser can follow as a plain URL. Any other action (a native 3-D Secure 2 component, which the
 * request disables) is definite: Adyen authorises nothing until `/payments/details` is called, and we never call it.
 */
const readAction = (json: unknown, result: string): AuthorizationResult => {
  const redirect_url = urlAt(json, 'action', 'url');
  const followable =
    textAt(json, 'action', 'type') === 'redirect' &&
    (textAt(json, 'action', 'method') ?? 'GET').toUpperCase() === 'GET';
  if (!followable || redirect_url === undefined) return { outcome: 'authentication_required', code: result };
  // Before the authentication has ended, Adyen may not give a `pspReference` yet.
  return { outcome: 'requires_action', redirect_url, psp_reference: textAt(json, 'pspReference') ?? '' };
};
