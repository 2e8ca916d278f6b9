import type { Charge } from '../../types/charge.ts';
import { chargeStates } from '../../types/charge-state.ts';
import { type OpenThing, openThings } from '../../types/open-things.ts';
import type { RecoverySettings } from '../payment-ports.ts';
import { does } from './cell.ts';

/** The first look at something that became open at `now`: after the function that opened it must have ended. */
export const firstLook = (now: number, { schedule_s }: RecoverySettings): number =>
  now + (schedule_s[0] ?? 60) * 1000;

/** The next look at something open since `since`; undefined if its schedule is used up. Unix milliseconds. */
export const nextLook = (
  since: number,
  now: number,
  { schedule_s }: RecoverySettings,
): number | undefined => {
  const next = schedule_s.find((after_s) => since + after_s * 1000 > now);
  return next === undefined ? undefined : since + next * 1000;
};

/** A look that never comes: whatever waits for a person stays in the index, where an operator finds it. 9999-12-31. */
export const unscheduled = 253_402_214_400_000;

/** The index entry under which recovery finds a charge `at` (Unix milliseconds). The shard depends on the id alone. */
export const recoveryMark = (
  charge: string,
  at: number,
  { shards }: RecoverySettings,
): { readonly recover_shard: number; readonly recover_at: number } => {
  let sum = 0;
  for (let i = charge.length - 8; i < charge.length; i++) sum = (sum * 31 + charge.charCodeAt(i)) >>> 0;
  return { recover_shard: sum % shards, recover_at: at };
};

/**
 * The charge, in the recovery index if anything on it is open and out of it otherwise. Anything opened since `before` gets its first look after the
 * function that opened it must have ended; an earlier look stays.
 */
export const withMark = (
  before: Charge | undefined,
  charge: Charge,
  now: number,
  settings: RecoverySettings,
): Charge => {
  const open = openThings(charge);
  if (open.length === 0) {
    const { recover_shard, recover_at, recovery, ...closed } = charge;
    return closed;
  }
  const known = new Set(before ? openThings(before).map(nameOf) : []);
  const isNew = open.some((thing) => !known.has(nameOf(thing)));
  const at = charge.recover_at;
  const look = isNew || at === undefined ? Math.min(at ?? unscheduled, firstLook(now, settings)) : at;
  return { ...charge, ...recoveryMark(charge.id, look, settings) };
};

/** A reversal keeps its schedule through all its tries. */
const nameOf = ({ kind, id }: OpenThing): string => (kind === 'reversal' ? kind : id);

export const review = does<{ readonly ids: readonly string[] }>(
  'anything with no look left is flagged for review; a webhook or a look may still end it',
  chargeStates,
  (charge, { ids }) => {
    const flags = (id: string): { readonly needs_review?: true } =>
      ids.includes(id) ? { needs_review: true } : {};
    const { capture, cancel, reversal } = charge;
    return {
      ...charge,
      ...flags(charge.id),
      ...(capture ? { capture: { ...capture, ...flags(capture.id) } } : {}),
      ...(cancel ? { cancel: { ...cancel, ...flags(cancel.id) } } : {}),
      ...(reversal ? { reversal: { ...reversal, ...flags(reversal.id) } } : {}),
      refunds: Object.fromEntries(
        Object.entries(charge.refunds).map(([id, refund]) => [id, { ...refund, ...flags(id) }]),
      ),
    };
  },
);
