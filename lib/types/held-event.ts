import type { PspEvent } from './psp.ts';

/** A PSP's event that no charge can take yet: none has its payment, or it has no space. `psp`: the account. Times in Unix milliseconds. */
export type HeldEvent = {
  readonly psp: string;
  readonly event: PspEvent;
  /** When it first arrived. */
  readonly at: number;
  /** When it is looked at next; undefined if never: it has been applied, or is about nothing of ours. */
  readonly due_at: number | undefined;
};

/** How many events of one account are held in an hour. An account that other programs use has many that are about nothing of ours. */
export const mostHeldPerHour = 1_000;

/** How many are read at once. A run each minute keeps up with ten such accounts, if each of their events is looked at six times. */
export const mostHeldAtOnce = 1_000;
