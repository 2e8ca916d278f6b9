import type { Charge } from '../../types/charge.ts';
import { stateOf } from '../../types/charge-state.ts';
import { type OpenThing, openThings } from '../../types/open-things.ts';
import { provesAbsence } from '../elapsed-proof.ts';
import type { RecoverySettings } from '../payment-ports.ts';

/**
 * The charge, with the time noted if its attempt, capture or cancel has ended now for no better reason than that long enough nothing came of it. What
 * was sent may still take effect, against every promise, and nobody may tell. Refunds note the time themselves.
 */
export const withTimeOut = (
  before: Charge,
  after: Charge,
  now: number,
  settings: RecoverySettings,
): Charge =>
  openThings(before).some((thing) => isLongAgo(thing.since, now, settings) && hasTimedOut(after, thing))
    ? { ...after, timed_out_at: now }
    : after;

const isLongAgo = (since: number, now: number, settings: RecoverySettings): boolean =>
  provesAbsence(since, now, 0, settings);

const hasTimedOut = (after: Charge, { kind, id }: OpenThing): boolean => {
  if (kind === 'attempt') return stateOf(after) === 'failed' && after.outcome === 'absent';
  if (kind !== 'capture' && kind !== 'cancel') return false;
  const operation = after[kind];
  return operation?.id === id && operation.status === 'failed';
};

/** When the last thing on the charge ended that way, Unix milliseconds; undefined if nothing did. */
export const timedOutAt = (
  { timed_out_at, refunds }: Charge,
  settings: RecoverySettings,
): number | undefined => {
  const times = Object.values(refunds).flatMap(({ external, failed_at, created }) =>
    !external && failed_at !== undefined && isLongAgo(created * 1000, failed_at, settings) ? [failed_at] : [],
  );
  if (timed_out_at !== undefined) times.push(timed_out_at);
  return times.length === 0 ? undefined : Math.max(...times);
};
