import type { Charge } from '../types/records.ts';
import type { RecoverySettings } from './payment-ports.ts';

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

/** When something that became open at `now` is first looked at: after the function that opened it must have ended. */
export const firstLook = (now: number, { schedule_s }: RecoverySettings): number =>
  now + (schedule_s[0] ?? 60) * 1000;

/** The next look at something open since `opened`, or undefined where the schedule is used up. Unix milliseconds. */
export const nextLook = (
  opened: number,
  now: number,
  { schedule_s }: RecoverySettings,
): number | undefined => {
  const next = schedule_s.find((after_s) => opened + after_s * 1000 > now);
  return next === undefined ? undefined : opened + next * 1000;
};

/** The look that never comes: what waits for a person stays in the index, where an operator finds it. 9999-12-31. */
export const unscheduled = 253_402_214_400_000;

/** The charge with nothing open: out of the recovery index. */
export const unmarked = ({ recover_shard, recover_at, recovery, ...charge }: Charge): Charge => charge;
