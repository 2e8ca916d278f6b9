import type { Charge } from '../types/charge.ts';
import { repeatedKey } from './key-elsewhere.ts';

/** The charge with one more partial capture that the PSP reported, under the PSP's id. A full capture is not kept: there can be no other. */
export const withReported = (charge: Charge, id: string | undefined, amount: number): Charge =>
  id === undefined || amount >= charge.amount || isReported(charge, id)
    ? charge
    : { ...charge, captures_told: { ...charge.captures_told, [id]: amount } };

export const isReported = ({ captures_told = {} }: Charge, id: string | undefined): boolean =>
  id !== undefined && captures_told[id] !== undefined;

/** The charge without the reported capture that failed; without any if `failed` is not given. */
export const withoutReported = (charge: Charge, failed?: string): Charge => {
  const { captures_told = {}, ...known } = charge;
  if (failed !== undefined && captures_told[failed] === undefined) return charge;
  const name = failed ?? '';
  const { [name]: _, ...others } = captures_told;
  return failed === undefined || Object.keys(others).length === 0
    ? known
    : { ...known, captures_told: others };
};

/**
 * The charge before its captured total falls to this. If the reported captures add up to more, the one that explains the fall is removed, or else
 * all.
 */
export const withReportedUpTo = (charge: Charge, total: number): Charge => {
  if (sumOf(charge.captures_told) <= total) return charge;
  const fallen = charge.amount_captured - total;
  const failed = Object.entries(charge.captures_told ?? {}).find(([, amount]) => amount === fallen);
  const others = withoutReported(charge, failed?.[0]);
  return sumOf(others.captures_told) <= total ? others : withoutReported(charge);
};

/** Whether a capture made elsewhere is recorded under this key, perhaps as failed. */
export const isRecorded = ({ captures = {} }: Charge, key: string): boolean => captures[key] !== undefined;

/** The charge with a capture made elsewhere under its key, if it has one. A repetition says that the capture before it failed. */
export const withCapture = (charge: Charge, key: string | undefined, amount: number): Charge => {
  if (key === undefined) return charge;
  const failed = repeatedKey(key);
  if (failed === undefined || isRecorded(charge, failed))
    return { ...charge, captures: { ...charge.captures, [key]: amount } };
  const captures = { ...charge.captures, [failed]: 0, [key]: amount };
  return { ...charge, captures, captures_failed: (charge.captures_failed ?? 0) + 1 };
};

/** The sum of the recorded captures made elsewhere, without the one the PSP calls `ours`. Minor units. */
export const sumCapturedElsewhere = ({ captures, captures_told }: Charge, ours?: string): number =>
  sumOf(captures) + sumOf(captures_told) - (captures_told?.[ours ?? ''] ?? 0);

const sumOf = (amounts: Readonly<Record<string, number>> = {}): number =>
  Object.values(amounts).reduce((sum, amount) => sum + amount, 0);
