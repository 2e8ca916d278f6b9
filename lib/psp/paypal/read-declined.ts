import type { Declined } from '../../types/psp.ts';
import { codeAt } from '../code-at.ts';
import { textAt } from '../json.ts';
import { mastercardAdvice, strictestAdvice } from '../network-advice.ts';
import { responseOutcome } from './response-outcomes.ts';

/**
 * The decline that a declined capture or a denied authorisation tells of in its `processor_response`. The advice code is the card network's;
 * PPRN says the same without one.
 */
export const readDeclined = (payment: unknown): Declined => {
  const code = codeAt(payment, 'processor_response', 'response_code');
  const advice = strictestAdvice(
    mastercardAdvice(textAt(payment, 'processor_response', 'payment_advice_code')),
    code === 'PPRN' ? 'never_again' : undefined,
  );
  return {
    outcome: responseOutcome(code),
    ...(code === undefined ? {} : { code }),
    ...(advice === undefined ? {} : { advice }),
  };
};
