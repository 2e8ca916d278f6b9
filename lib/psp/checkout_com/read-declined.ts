import type { Declined } from '../../types/psp.ts';
import { codeAt } from '../code-at.ts';
import { readAdvice } from './read-advice.ts';
import { responseOutcome } from './response-outcomes.ts';

/** The decline that a declined payment, action or event tells of by its `response_code`. */
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
