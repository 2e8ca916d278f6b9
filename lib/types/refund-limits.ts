import type { Role } from './role.ts';

/** How much one person may refund in a currency, in minor units: per payment, and per day (UTC). */
export type RefundLimit = { readonly payment: number; readonly day: number };

/** By currency. A currency that is not listed cannot be refunded by the role. */
export type LimitsOfRole = Readonly<Record<string, RefundLimit>>;

/** A role that is not listed has no limits. */
export type RefundLimits = Readonly<Partial<Record<Role, LimitsOfRole>>>;

/** What a person's refunds of one charge have taken on a day. `calls`: how many calls of a refund, named by its id and amount, share one taking. */
type TakenOfCharge = {
  readonly amount: number;
  readonly currency: string;
  readonly calls?: Readonly<Record<string, number>>;
};

/** The refunds that a person started on a day, by charge. `rev` is 0 if there are none yet. */
export type DayOfRefunds = {
  readonly person: string;
  /** `2026-11-28`, UTC. */
  readonly day: string;
  readonly rev: number;
  readonly taken: Readonly<Record<string, TakenOfCharge>>;
};

/** Throws `ApiError('storage_unavailable')`. */
export type RefundAllowances = {
  /** A consistent read. */
  readonly read: (person: string, day: string) => Promise<DayOfRefunds>;
  /** Replaces the day at its revision. False if another writer was first. */
  readonly replace: (day: DayOfRefunds) => Promise<boolean>;
};
