import type { Declined } from '../types/psp.ts';
import { advisesAgainst } from './advises-against.ts';

/**
 * Whether an attempt that the issuer declined because authentication was missing is repeated at the same PSP with a challenge: once per confirm,
 * whatever the rule lists, and never against a network's advice.
 */
export const stepsUp = (
  { outcome, advice }: Declined,
  { challenged }: { readonly challenged: boolean },
): boolean => outcome === 'authentication_required' && !challenged && !advisesAgainst(advice);
