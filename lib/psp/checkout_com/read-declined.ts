import type { Advice, Declined } from '../../types/psp.ts';
import { codeAt } from '../code-at.ts';
import { textAt } from '../json.ts';
import { mastercardAdvice, strictestAdvice, visaAdvice } from '../network-advice.ts';
import { responseOutcome } from './response-outcomes.ts';

/** The decline in a declined payment, action or event, by its `response_code`. */
export const readDeclined = (declined: unknown): Declined => {
  const code = codeAt(declined, 'response_code');
  const outcome = responseOutcome(code);
  const advice = readAdvice(declined);
  return {
    outcome: outcome === 'duplicate' ? 'unmapped' : outcome,
    ...(code === undefined ? {} : { code }),
    ...(advice === undefined ? {} : { advice }),
  };
};

/**
 * Advice against another try in a declined payment or event: Mastercard's code as it is, Checkout.com's own recommendation for both networks,
 * and Visa's category of the issuer's code, raw where the account has it, else the last two digits of `200NN` and `300NN`, which keep it:
 * those of `201NN` are Checkout.com's own.
 */
const readAdvice = (payment: unknown): Advice | undefined => {
  const raw =
    textAt(payment, 'processing', 'partner_response_code') ??
    /^[23]00([0-9A-Z]{2})$/.exec(textAt(payment, 'response_code') ?? '')?.[1];
  return strictestAdvice(
    mastercardAdvice(textAt(payment, 'processing', 'partner_merchant_advice_code')),
    recommendations[textAt(payment, 'processing', 'recommendation_code') ?? ''],
    textAt(payment, 'source', 'scheme')?.toLowerCase() === 'visa' ? visaAdvice(raw) : undefined,
  );
};

const recommendations: Readonly<Record<string, Advice | undefined>> = {
  '01': 'correct_data',
  '02': 'wait',
  '03': 'never_again',
};
