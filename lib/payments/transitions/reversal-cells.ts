import type { Charge, Reversal } from '../../types/charge.ts';
import { defined } from '../../types/defined.ts';
import type { Canceled, Captured } from '../../types/psp.ts';
import { does } from './cell.ts';
import type { Happenings } from './happenings.ts';

export const partsOf = (parts: Reversal['parts'] = {}): number =>
  Object.values(parts).reduce((sum, amount) => sum + amount, 0);

/** The amount still to be sent back, besides the parts that have gone back another way. Minor units. */
export const leftBeside = ({ amount, parts, less = 0 }: Reversal): number => amount + less - partsOf(parts);

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

export const finishReversal = does<{
  readonly elsewhere?: string;
  readonly captured?: number;
  readonly answer?: Canceled;
}>('the money is back', ['reversed'], (charge, { elsewhere, captured }) => {
  if (!charge.reversal) return charge;
  const { needs_review, ...reversal } = charge.reversal;
  const by = defined({ elsewhere });
  const covered = defined({ captured });
  return { ...charge, reversal: { ...reversal, ...by, ...covered, status: 'done' } };
});

/** A reversal that has not been sent yet is sent for less; one that has is refused, and then there is less to send. */
export const notePart = does<Happenings['reversal_part']>(
  'a part of the money has gone back another way, or is here again',
  ['reversing', 'reversed'],
  (charge, { psp_id, amount }) => {
    const { reversal } = charge;
    if (!reversal) return charge;
    const parts = { ...reversal.parts, [psp_id]: amount };
    if (reversal.status !== 'open') return change(charge, { parts });
    const left = leftBeside({ ...reversal, parts });
    return change(charge, {
      parts,
      amount: left,
      less: partsOf(parts),
      ...(left > 0 ? {} : { status: 'done' }),
    });
  },
);

/** If one way is refused, try the other: a hold may have been captured meanwhile. */
export const tryReversalAgain = does<{ readonly next: Reversal }>(
  'it is tried again under another id',
  ['reversing'],
  (charge, { next }) => ({
    ...charge,
    reversal: next,
    ...(next.started === charge.reversal?.started ? {} : { recover_at: next.started }),
  }),
);

/** Its id is derived from the previous one's, so that two processes that hear of it send the same one. */
const reverseUpTo = (charge: Charge, amount_captured: number, now: number): Charge => {
  const { captured, id, lost } = charge.reversal ?? {};
  if (id === undefined || captured === undefined || amount_captured <= captured) return charge;
  const reversal: Reversal = {
    id: `rv_${id.slice(4)}${id.slice(3, 4)}`,
    by: 'refund',
    amount: amount_captured - captured,
    status: 'open',
    started: now,
    captured: amount_captured,
    ...defined({ lost }),
  };
  return { ...charge, reversal, recover_at: now };
};

export const reverseMore = does<{ readonly answer: Captured }>(
  'money captured after the return goes back as well',
  ['reversing', 'reversed'],
  (charge, { answer }, { now }) => reverseUpTo(charge, answer.amount_captured, now),
);

/** Never more than the charge's amount: any excess was reported twice. */
export const reverseOneMore = does<{ readonly amount: number }>(
  'another capture made elsewhere goes back as well',
  ['reversing', 'reversed'],
  (charge, { amount }, { now }) => {
    const total = (charge.reversal?.captured ?? 0) + amount;
    return total > charge.amount ? charge : reverseUpTo(charge, total, now);
  },
);

/** Nothing can be returned while the money is disputed. */
export const startReversalAgain = does(
  'the dispute is over: the rest is sent back, on its own schedule',
  ['reversing'],
  (charge, _, { now }) => {
    if (!charge.reversal) return charge;
    const { needs_review, ...reversal } = charge.reversal;
    return { ...charge, reversal: { ...reversal, started: now }, recover_at: now };
  },
);
