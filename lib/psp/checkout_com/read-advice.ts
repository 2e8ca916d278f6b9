import type { Advice } from '../../types/psp.ts';
import { textAt } from '../json.ts';
import { mastercardAdvice, strictestAdvice, visaAdvice } from '../network-advice.ts';

/**
 * Advice against another try in a declined payment or event: Mastercard's code as it is, Checkout.com's own recommendation for both networks,
 * and Visa's category of the issuer's code, raw where the account has it, else the last two digits of `response_code`, which keep it.
 */
export const readAdvice = (payment: unknown): Advice | undefined => {
  const raw =
    textAt(payment, 'processing', 'partner_response_code') ??
    textAt(payment, 'partner_response_code') ??
    /^[23]0[0-9]([0-9A-Z]{2})$/.exec(textAt(payment, 'response_code') ?? '')?.[1];
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
