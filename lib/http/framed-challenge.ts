import type { Account } from '../types/capabilities.ts';
import type { Result } from '../types/result.ts';

/**
 * The result of a confirm in `return_mode: 'frame'`, marked as framed if the challenge is at a PSP whose page may be shown in a frame. With any other
 * PSP the customer is redirected, as in `redirect`.
 */
export const framedChallenge = (result: Result, accounts: readonly Account[]): Result => {
  if (!('session' in result) || 'error' in result) return result;
  const { attempts, charge } = result.session;
  const psp = attempts.findLast((attempt) => attempt.charge === charge)?.psp;
  const account = accounts.find(({ id }) => id === psp);
  return account?.capabilities.challenge_in_frame ? { ...result, framed: true } : result;
};
