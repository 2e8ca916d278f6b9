import type { Charge, KeptEvent } from '../types/charge.ts';
import { type OpenThing, openThings, unscheduled } from '../types/open-things.ts';
import type { PspEvent } from '../types/psp.ts';
import type { RecoverySettings } from './recovery-settings.ts';
import { unverifiedSince } from './timed-out.ts';

/** The first check of an item opened at `now`: the function that opened it must have ended by then. */
export const firstCheck = (now: number, { schedule_s }: RecoverySettings): number =>
  now + (schedule_s[0] ?? 60) * 1000;

/** The next check of an item open since `since`; undefined if its schedule is used up. Unix milliseconds. */
export const nextCheck = (
  since: number,
  now: number,
  { schedule_s }: RecoverySettings,
): number | undefined => {
  const next = schedule_s.find((after_s) => since + after_s * 1000 > now);
  return next === undefined ? undefined : since + next * 1000;
};

/** What has timed out, or is only supposed, is checked again after so many seconds: an hour, a day, a week. */
const late_checks_s = [3_600, 86_400, 604_800];

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

/** The index entry of a charge with nothing open that waits for a late check: in as many shards again, below zero. */
export const lateCheckMark = (
  charge: string,
  at: number,
  settings: RecoverySettings,
): { readonly recover_shard: number; readonly recover_at: number } => ({
  recover_shard: -1 - recoveryMark(charge, at, settings).recover_shard,
  recover_at: at,
});

export const isLateCheckShard = (shard: number | undefined): boolean => shard !== undefined && shard < 0;

/** The one of these shards that a run reads: another one each minute, since nothing in them is urgent. */
export const lateCheckShardAt = (now: number, { shards }: RecoverySettings): number =>
  -1 - (Math.floor(now / 60_000) % shards);

/** When recovery next takes up a kept event; undefined if it does not wait, or its schedule is used up. Unix milliseconds. */
const nextRetry = (
  { whole, at, tries = 0 }: KeptEvent,
  { schedule_s }: RecoverySettings,
): number | undefined => {
  const after_s = schedule_s[tries];
  return whole && after_s !== undefined ? at + after_s * 1000 : undefined;
};

/** The event with the checks that it has had, now that recovery takes it up. */
export const withTry = (kept: KeptEvent, now: number, { schedule_s }: RecoverySettings): KeptEvent => ({
  ...kept,
  tries: schedule_s.filter((after_s) => kept.at + after_s * 1000 <= now).length,
});

/** The event that waits on the charge and that recovery takes up first; undefined if none is left to take up. */
export const nextEvent = (
  { unbelieved = [] }: Charge,
  settings: RecoverySettings,
): { readonly event: PspEvent; readonly at: number } | undefined => {
  let next: { readonly event: PspEvent; readonly at: number } | undefined;
  for (const kept of unbelieved) {
    const at = nextRetry(kept, settings) ?? unscheduled;
    if (kept.whole && at < (next?.at ?? unscheduled)) next = { event: kept.whole, at };
  }
  return next;
};

/**
 * The charge, in the recovery index if it has anything open or an event waits on it, else out of it. An item opened since `before` gets its first
 * check after the function that opened it must have ended, unless it waits for a person from the start. An earlier check stays.
 */
export const withMark = (
  before: Charge | undefined,
  charge: Charge,
  now: number,
  settings: RecoverySettings,
): Charge => {
  const open = openThings(charge);
  const { at: retry = unscheduled } = nextEvent(charge, settings) ?? {};
  if (open.length === 0) {
    const left = endSchedule(before, charge, now, settings);
    const { recover_at: late = unscheduled } = left;
    if (retry >= late) return left;
    const then = late < unscheduled ? { late_check_at: late } : {};
    return { ...left, ...then, ...recoveryMark(charge.id, retry, settings) };
  }
  const known = new Set(before ? openThings(before).map(nameOf) : []);
  const isNew = open.some((thing) => !thing.needs_review && !known.has(nameOf(thing)));
  const at = charge.recover_at;
  const look = isNew || at === undefined ? Math.min(at ?? unscheduled, firstCheck(now, settings)) : at;
  return { ...charge, ...recoveryMark(charge.id, Math.min(look, retry), settings) };
};

/** The next such check after `now`; undefined if there is none. Unix milliseconds. */
const nextAgain = (charge: Charge, now: number, settings: RecoverySettings): number | undefined => {
  const since = unverifiedSince(charge, settings);
  return since === undefined
    ? undefined
    : nextCheck(since, now, { ...settings, schedule_s: settings.late_checks_s ?? late_checks_s });
};

/** If the last of these checks gets no response, it is repeated for this long. */
const last_check_window_ms = 86_400_000;

/** Whether such a check is left, or the last one may still be repeated. */
export const hasLateCheckLeft = (charge: Charge, now: number, settings: RecoverySettings): boolean =>
  nextAgain(charge, now - last_check_window_ms, settings) !== undefined;

/**
 * Nothing is open: out of the index, unless such a check is left. One already scheduled stays, also for a failed refund that was removed since, unless it
 * was for a supposed capture.
 */
const endSchedule = (
  before: Charge | undefined,
  { recover_shard, recover_at, late_check_at, recovery, ...charge }: Charge,
  now: number,
  settings: RecoverySettings,
): Charge => {
  const next = nextAgain(charge, now, settings);
  const isConfirmed = before?.supposed && !charge.supposed && charge.failed_refunds === undefined;
  const scheduled = isLateCheckShard(recover_shard) ? recover_at : late_check_at;
  const at = isConfirmed ? next : (scheduled ?? next);
  if (at !== undefined) return { ...charge, ...lateCheckMark(charge.id, at, settings) };
  const { timed_out_at, ...known } = charge;
  return known;
};

/** A reversal keeps its schedule through all its tries. */
const nameOf = ({ kind, id, since }: OpenThing): string => {
  if (kind === 'reversal') return kind;
  return kind === 'attempt' ? `${id}/${since}` : id;
};
