import type { Advice } from '../types/psp.ts';

/** Whether a network advises against the same try again, now or ever. */
export const advisesAgainst = (advice: Advice | undefined): boolean =>
  advice === 'never_again' || advice === 'wait';
