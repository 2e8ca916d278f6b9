import type { Charge, Reversal } from '../../types/charge.ts';
import { defined } from '../../types/defined.ts';
import { isOwnReturn } from '../../types/is-own-return.ts';
import type { Canceled, Captured } from '../../types/psp.ts';
import { isRecorded, sumCapturedElsewhere, withCapture } from '../reported-captures.ts';
import { does } from './cell.ts';
import type { Transitions } from './transitions.ts';

export const sumOfParts = (parts: Reversal['parts'] = {}): number =>
  Object.values(parts).reduce((sum, amount) => sum + amount, 0);

/** What refunds still have to return. Minor units; negative if they have returned money whose capture is not recorded yet. */
export const leftToRefund = ({ amount, parts, less = 0 }: Reversal): number =>
  amount + less - sumOfParts(parts);

/** The ids of a refund, ours and the PSP's, as far as they were reported. */
export type RefundName = { readonly operation?: string | undefined; readonly psp_id?: string | undefined };

/** What this refund has returned: 0 if it has failed, undefined if nothing was reported. Minor units. */
export const partBy = (
  parts: Reversal['parts'] = {},
  { operation, psp_id }: RefundName,
): number | undefined =>
  (psp_id === undefined ? undefined : parts[psp_id]) ??
  (operation === undefined ? undefined : parts[operation]);

/**
 * The parts once this refund has returned `amount`, or has failed (0): a later report of its success is out of date. A refund made elsewhere may be
 * the one that a person took for ours; it then replaces that part.
 */
export const withReturnedPart = (
  parts: Reversal['parts'],
  name: RefundName,
  amount: number,
): Reversal['parts'] => {
  const known = partBy(parts, name);
  const key = name.psp_id ?? name.operation;
  if (key === undefined || known === 0) return parts;
  if (known === amount && parts?.[key] !== undefined) return parts;
  const others = Object.entries(parts ?? {}).filter(([id]) => id !== key && id !== name.operation);
  const replaced = name.operation === undefined && known === undefined ? amount : 0;
  return { ...withoutOurs(Object.fromEntries(others), replaced), [key]: amount };
};

/**
 * The parts once the PSP shows that no more than `returned` has gone back. A part under our id alone may have been returned by a refund that no
 * report named, and that has failed since.
 */
export const limitParts = (parts: Reversal['parts'], returned: number): Reversal['parts'] =>
  parts && withoutOurs(parts, sumOfParts(parts) - Math.max(0, returned));

/** Removes `amount` from the parts under our ids alone: it is not there, or is recorded under the PSP's id. */
const withoutOurs = (parts: NonNullable<Reversal['parts']>, amount: number): Reversal['parts'] => {
  let rest = Math.max(0, amount);
  return Object.fromEntries(
    Object.entries(parts).flatMap(([id, part]): [string, number][] => {
      const over = isOwnReturn(id) ? Math.min(part, rest) : 0;
      rest -= over;
      return over > 0 && over === part ? [] : [[id, part - over]];
    }),
  );
};

/** The next try, for this amount, in addition to the parts already returned. */
export const nextTry = (
  { captured, lost, parts, failed_at }: Reversal,
  next: Pick<Reversal, 'id' | 'by' | 'amount' | 'started'>,
): Reversal => ({
  ...next,
  status: 'open',
  ...defined({ captured, parts, failed_at }),
  ...(lost ? { lost } : {}),
  ...(parts && { less: sumOfParts(parts) }),
});

const change = (charge: Charge, changes: Partial<Reversal>): Charge =>
  charge.reversal ? { ...charge, reversal: { ...charge.reversal, ...changes } } : charge;

export const sendReversal = does<Transitions['reversal_sent']>(
  'the money is about to be returned, or that of one capture',
  ['reversing'],
  (charge, { now, of, amount }) => {
    const { reversal } = charge;
    const rest = reversal && amount !== undefined ? reversal.amount - amount : 0;
    const part = rest > 0 ? defined({ amount, less: (reversal?.less ?? 0) + rest }) : {};
    return change(charge, { status: 'sent', sent: now, ...defined({ of }), ...part });
  },
);

export const acceptReversal = does('accepted; its result is awaited', ['reversing'], (charge) =>
  change(charge, { status: 'accepted' }),
);

export const finishReversal = does<Transitions['reversal_succeeded'] & { readonly result?: Canceled }>(
  'the money is back',
  ['reversed', 'reversing'],
  (charge, { result, ...shown }, { unverified }) => {
    if (!charge.reversal) return charge;
    const { needs_review, ...reversal } = charge.reversal;
    const taken = (reversal.captured ?? 0) > 0;
    // A PSP without look-up reports the release of the rest of a hold in the same way.
    if (result && unverified && taken) return charge;
    const { parts, captured, unsettled, lost, failed_at } = shown;
    // Other refunds have returned the money that was to be released: it had been captured.
    const refunded = parts !== undefined && parts !== reversal.parts;
    const none = (reversal.by === 'cancel' && !refunded) || result !== undefined;
    const reported = defined({ parts, captured, unsettled, lost, failed_at });
    const known: Reversal = { ...reversal, ...reported, status: 'done' };
    // No capture was reported, but refunded money must have been captured.
    const back: Reversal =
      known.captured === 0 && !none ? { ...known, captured: sumOfParts(known.parts) } : known;
    const total = taken ? sumOfParts(back.parts) : 0;
    return { ...charge, reversal: none ? { ...back, less: total - back.amount } : back };
  },
);

/** A reversal that has not been sent yet is sent for less. One that was sent is refused, and the next try is for less. */
export const notePart = does<Transitions['reversal_part']>(
  'another refund has returned a part, or has failed',
  ['reversing', 'reversed'],
  (charge, { parts, failed_at, settled }) => {
    const { reversal } = charge;
    const noted = defined({ parts, failed_at });
    if (reversal?.status !== 'open') return change(settled ? withSettled(charge) : charge, noted);
    return change(charge, {
      ...noted,
      amount: leftToRefund({ ...reversal, ...noted }),
      less: sumOfParts(parts),
    });
  },
);

const withSettled = (charge: Charge): Charge => {
  const { unsettled, ...reversal } = charge.reversal ?? {};
  return charge.reversal ? { ...charge, reversal: reversal as Reversal } : charge;
};

export const returnRest = does<{ readonly next: Reversal }>(
  'the rest goes back under another id',
  ['reversing'],
  (charge, { next }) => ({ ...charge, reversal: next, recover_at: next.started }),
);

/** Until now the whole amount counted as held. A void is now useless, but may already be on its way. */
export const noteCapture = does<Transitions['capture_elsewhere']>(
  'if it is the first, only what it took is returned; any other goes back afterwards',
  ['reversing', 'reversed'],
  (charge, { key, amount }) => {
    const { reversal } = charge;
    if (!reversal || !awaitsCapture(charge) || isRecorded(charge, key)) return charge;
    const known = withCapture(charge, key, amount);
    const captured = Math.max(reversal.captured ?? 0, sumCapturedElsewhere(known));
    const reported = { ...reversal, captured, less: captured - reversal.amount };
    if (reversal.status !== 'open') return { ...known, reversal: reported };
    const left = leftToRefund(reported);
    const status = left > 0 ? 'open' : 'done';
    return {
      ...known,
      reversal: { ...reported, by: 'refund', amount: left, less: captured - left, status },
    };
  },
);

/** The captures that were reported do not add up to what was captured: that is not known, or follows from a refund that was reported first. */
export const awaitsCapture = (charge: Charge): boolean => {
  const { captured = 0 } = charge.reversal ?? {};
  return captured === 0 || sumCapturedElsewhere(charge) < captured;
};

/** The reversal is of a hold, and no capture of it was reported. */
export const isOfHold = ({ by, captured = 0 }: Reversal): boolean => by === 'cancel' && captured === 0;

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

/** The new id is derived from the previous one, so that two processes send the same one. */
const reverseUpTo = (charge: Charge, amount_captured: number, now: number): Charge => {
  const { reversal } = charge;
  if (reversal?.captured === undefined || amount_captured <= reversal.captured) return charge;
  const { id, captured, parts, less = 0 } = reversal;
  const more = amount_captured - captured;
  const grown = { ...reversal, captured: amount_captured, less: less + more };
  const amount = parts ? leftToRefund(grown) : more;
  if (amount <= 0) return { ...charge, reversal: grown };
  const next = { id: `rv_${id.slice(4)}${id.slice(3, 4)}`, by: 'refund', amount, started: now } as const;
  return { ...charge, reversal: nextTry(grown, next), recover_at: now };
};

export const reverseMore = does<{ readonly result: Captured }>(
  'money captured after the return goes back as well',
  ['reversing', 'reversed'],
  (charge, { result }, { now }) => reverseUpTo(charge, result.amount_captured, now),
);

/** Each capture once, and never more than the charge's amount: any excess was reported twice. */
export const reverseOneMore = does<Transitions['capture_elsewhere']>(
  'another capture made elsewhere goes back as well',
  ['reversing', 'reversed'],
  (charge, { key, amount }, { now }) => {
    const total = (charge.reversal?.captured ?? 0) + amount;
    if (total > charge.amount || isRecorded(charge, key)) return charge;
    return reverseUpTo(withCapture(charge, key, amount), total, now);
  },
);

/** Nothing is sent while the money is disputed. A request sent before keeps its time, from which its key counts. */
export const startReversalAgain = does(
  'the dispute is over: the rest is returned',
  ['reversing'],
  (charge, _, { now }) => {
    if (!charge.reversal) return charge;
    if (charge.reversal.status !== 'open') return { ...charge, recover_at: now };
    const { needs_review, ...reversal } = charge.reversal;
    return { ...charge, reversal: { ...reversal, started: now }, recover_at: now };
  },
);
