import type { Charge } from '../types/charge.ts';
import { stateOf } from '../types/charge-state.ts';
import { type OpenThing, openThings } from '../types/open-things.ts';
import { provesAbsence } from './elapsed-proof.ts';
import type { RecoverySettings } from './recovery-settings.ts';

/**
 * The charge, with the time recorded if its attempt, capture or cancel has just ended only because enough time passed without a result. The request
 * may still take effect later, and the PSP may not report it. Refunds record the time themselves.
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

/** Since when the charge has to be asked about late: something has ended that way, or its capture is only supposed. Unix milliseconds. */
export const unverifiedSince = (charge: Charge, settings: RecoverySettings): number | undefined => {
  const ended = timedOutAt(charge, settings);
  const { supposed, captured_at } = charge;
  return supposed && captured_at !== undefined ? Math.max(ended ?? 0, captured_at) : ended;
};

/** When an item on the charge last ended that way, in Unix milliseconds; undefined if none did. */
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
