import type { Attempt, AuthorizationResult, AuthorizeRequest } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import { call, newAttempt, type OpenAdapter } from './open-adapter.ts';

export const visa = '4012888888881881';
/** Its holder is asked to authenticate. */
export const challenged = '4868719166101368';

export const card = (name = 'Ada Lovelace', number = visa): AuthorizeRequest => ({
  payment_method: {
    type: 'card',
    card: { number: secret(number), cvc: secret('123'), exp_month: 12, exp_year: 2034, name },
    billing_details: {
      address: { line1: '1 High Street', city: 'London', postal_code: 'N1', country: 'GB' },
    },
  },
  return_url: 'https://pay.example.com/return?state=s',
});

/** A payment by a new attempt, which then knows PayPal's id if PayPal gave one. */
export const payAt = async (
  paypal: OpenAdapter,
  more: Partial<Attempt> = {},
  request = card(),
): Promise<{ readonly attempt: Attempt; readonly answer: AuthorizationResult }> => {
  const attempt = newAttempt(more);
  const answer = await paypal.psp.authorize(attempt, request, call);
  const psp_reference = 'psp_reference' in answer ? answer.psp_reference : undefined;
  return { attempt: psp_reference === undefined ? attempt : { ...attempt, psp_reference }, answer };
};
