import type { Charge, Refund } from '../types/charge.ts';
import { bytesOfRemoved, hasSpaceFor, mostBytesOf } from '../types/charge-space.ts';
import { keyElsewhere } from './key-elsewhere.ts';

// Failed refunds have moved nothing and do not count: docs/decisions/0110.

/** The number removed at once, oldest first: the newest are the ones whose calls are repeated. */
const atOnce = 20;

/** The charge with space for one more refund, without some failed ones if necessary; undefined if there is no space even so. Pure. */
export const withSpaceFor = (charge: Charge, refund: Pick<Refund, 'metadata'>): Charge | undefined => {
  if (hasSpaceFor(charge, refund)) return charge;
  const failed = mayBeRemoved(charge).slice(0, atOnce);
  return failed.length === 0 ? undefined : withSpaceFor(removeRefunds(charge, failed), refund);
};

/** Whether a fact or an event is about a failed refund that was removed from the charge. */
export const wasRemoved = (
  { failed_refunds = {} }: Charge,
  { operation, psp_reference }: { readonly operation?: string; readonly psp_reference?: string },
): boolean => {
  if (operation !== undefined && Object.hasOwn(failed_refunds, operation)) return true;
  return psp_reference !== undefined && Object.hasOwn(failed_refunds, keyElsewhere('ext', psp_reference));
};

/** Only refunds whose caller has a response. The PSP may contradict a person, so a person's decision stays. */
const mayBeRemoved = ({ refunds, decisions = [] }: Charge): readonly Refund[] =>
  Object.values(refunds)
    .filter(({ status, remembered }) => status === 'failed' && (!remembered || remembered.answer))
    .filter(({ id }) => !decisions.some(({ operation }) => operation === id))
    .sort((a, b) => a.created - b.created);

const removeRefunds = (charge: Charge, failed: readonly Refund[]): Charge => {
  const given = new Set(failed.map(({ id }) => id));
  const left = Object.entries(charge.refunds).filter(([id]) => !given.has(id));
  const failed_refunds = { ...charge.failed_refunds, ...Object.fromEntries(failed.flatMap(namesOf)) };
  const taken = left.reduce((sum, [, one]) => sum + (one.external ? 0 : mostBytesOf(one)), 0);
  return {
    ...charge,
    refunds: Object.fromEntries(left),
    failed_refunds,
    refund_bytes: taken + bytesOfRemoved(failed_refunds),
  };
};

/** Its id with the hash of its request, and the PSP's id under which it may be reported. */
const namesOf = ({ id, psp_reference, remembered }: Refund): readonly (readonly [string, string])[] => [
  [id, remembered?.hash ?? ''],
  ...(psp_reference === undefined ? [] : [[keyElsewhere('ext', psp_reference), ''] as const]),
];
