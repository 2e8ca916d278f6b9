import type { Charge } from '../../lib/types/charge.ts';

/** Something that nobody knows the end of. `operation`: its id, absent for the attempt itself. */
export type OpenThing = {
  readonly kind: 'attempt' | 'capture' | 'cancel' | 'refund' | 'reversal';
  readonly operation?: string;
  readonly needs_review: boolean;
};

/** What is open on a charge, read from its record alone. */
export const openThings = (charge: Charge): readonly OpenThing[] => {
  const { status, outcome, capture, cancel, refunds, reversal } = charge;
  const open: OpenThing[] = [];
  const undecided = outcome === null || ['unknown', 'duplicate', 'requires_action'].includes(outcome);
  if (status === 'pending' || status === 'requires_action' || (status === 'needs_review' && undecided))
    open.push({ kind: 'attempt', needs_review: charge.needs_review === true });
  for (const [kind, intent] of [
    ['capture', capture],
    ['cancel', cancel],
  ] as const)
    if (intent?.status === 'open' || intent?.status === 'accepted')
      open.push({ kind, operation: intent.id, needs_review: intent.needs_review === true });
  for (const { id, status, needs_review } of Object.values(refunds))
    if (status === 'pending')
      open.push({ kind: 'refund', operation: id, needs_review: needs_review === true });
  if (reversal && reversal.status !== 'done')
    open.push({ kind: 'reversal', operation: reversal.id, needs_review: reversal.needs_review === true });
  return open;
};
