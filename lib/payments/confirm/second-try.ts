import { stepsUp } from '../../routing/steps-up.ts';
import type { Charge } from '../../types/charge.ts';
import { isMerchantInitiated } from '../../types/credential.ts';
import type { GivenMethod } from '../../types/given-method.ts';
import type { AnyMethodPsp, Declined } from '../../types/psp.ts';
import type { Session } from '../../types/session.ts';
import { credentialOf } from './credential-of.ts';
import { lacksCvc } from './targets-of.ts';

/** Why a payment is tried once more at the PSP that has just refused it: with a challenge, or without the customer's details. */
export type SecondTry = 'challenge' | 'without_details';

/** A try that was declined. `challenged`: a challenge was asked for. */
export type DeclinedTry = {
  readonly method: GivenMethod;
  readonly result: Declined;
  readonly challenged: boolean;
};

/**
 * Whether a second try at the same PSP may succeed after a definite no: the issuer insists on authentication, or the PSP rejects an optional value
 * about the customer (e-mail, phone, name, address), which must not cost the payment. Each once, and not if the first try may have used up the
 * payment method.
 */
export const secondTry = (
  psp: AnyMethodPsp | undefined,
  { session, charge }: { readonly session: Session; readonly charge: Charge },
  { method, result, challenged }: DeclinedTry,
): SecondTry | undefined => {
  if (!isReusable(psp, method)) return undefined;
  if (result.refuses_details && mayBeAboutDetails.includes(result.outcome))
    return charge.without_details || !hasDetails(session, method) ? undefined : 'without_details';
  const may_challenge =
    psp?.capabilities.requests_challenge === true && !isMerchantInitiated(credentialOf(session, method));
  return may_challenge && stepsUp(result, { challenged }) ? 'challenge' : undefined;
};

/** Only these refusals can be due to a detail; any other comes from the issuer. */
const mayBeAboutDetails: readonly Declined['outcome'][] = [
  'incorrect_card_data',
  'invalid_request',
  'not_supported',
];

/** A single-use token, or a wallet's, may be used up. */
const isReusable = (psp: AnyMethodPsp | undefined, method: GivenMethod): boolean => {
  switch (method.type) {
    case 'card':
      return true;
    case 'card_token':
      return !lacksCvc(psp, method);
    case 'psp_token':
      return psp?.tokenKind(method.token.reveal()) === 'stored';
    default:
      return false;
  }
};

const hasDetails = (
  { customer_email, customer, shipping, billing_details }: Session,
  method: GivenMethod,
): boolean =>
  [customer_email, customer?.phone, shipping, billing_details, method.billing_details].some(
    (value) => value !== undefined,
  );
