import type { Advised } from '../../types/psp.ts';
import { textAt } from '../json.ts';
import { mastercardAdvice, strictestAdvice, visaAdvice } from '../network-advice.ts';

/**
 * The network's advice in the `additionalData` of a response or notification: `merchantAdviceCode` looks like "03 : Do not try again",
 * `refusalReasonRaw` like "57 : Transaction not permitted". A raw code is Visa's only on a Visa card. `code` is Adyen's own: its block against retry
 * fees (46) counts as the network rule that it enforces.
 */
export const readAdvice = (answer: unknown, code: string | undefined): Advised => {
  const brand =
    textAt(answer, 'paymentMethod', 'brand') ??
    textAt(answer, 'paymentMethod') ??
    textAt(answer, 'additionalData', 'paymentMethod');
  const raw = /^\w{2}(?=\s*:|$)/.exec(textAt(answer, 'additionalData', 'refusalReasonRaw') ?? '')?.[0];
  return strictestAdvice(
    mastercardAdvice(textAt(answer, 'additionalData', 'merchantAdviceCode')),
    brand?.toLowerCase().startsWith('visa') ? visaAdvice(raw) : {},
    code === '46' ? { advice: 'never_again' } : {},
  );
};
