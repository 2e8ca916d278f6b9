import type { Charge, Reversal } from '../../types/records.ts';
import { does } from './cell.ts';

const change = (charge: Charge, changes: Partial<Reversal>): Charge =>
  charge.reversal ? { ...charge, reversal: { ...charge.reversal, ...changes } } : charge;

export const sendReversal = does<{ readonly now: number }>(
  'the money is about to be sent back',
  ['reversing'],
  (charge, { now }) => change(charge, { status: 'sent', sent: now }),
);

export const acceptReversal = does(
  'the PSP has accepted the reversal; its result is awaited',
  ['reversing'],
  (charge) => change(charge, { status: 'accepted' }),
);

export const finishReversal = does('the money is back', ['reversed'], (charge) => {
  if (!charge.reversal) return charge;
  const { needs_review, ...reversal } = charge.reversal;
  return { ...charge, reversal: { ...reversal, status: 'done' } };
});

/** What is refused one way is tried the other way: a hold may have been captured meanwhile. */
export const tryReversalAgain = does<{ readonly next: Reversal }>(
  'it is tried again under another id',
  ['reversing'],
  (charge, { next }) => ({ ...charge, reversal: next }),
);
