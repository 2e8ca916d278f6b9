import type { Role } from './role.ts';

/** What one person may refund in a currency, in its minor unit: of one payment, and in a day (UTC). */
export type RefundLimit = { readonly payment: number; readonly day: number };

/** By currency. What is not named, the role may not refund at all. */
export type LimitsOfRole = Readonly<Record<string, RefundLimit>>;

/** A role that is not named has no limits. */
export type RefundLimits = Readonly<Partial<Record<Role, LimitsOfRole>>>;

/** What a person has begun to refund on a day, by charge. `rev`: 0 if nothing yet. */
export type DayOfRefunds = {
  readonly person: string;
  /** `2026-11-28`, UTC. */
  readonly day: string;
  readonly rev: number;
  readonly taken: Readonly<Record<string, { readonly amount: number; readonly currency: string }>>;
};

/** Throws `ApiError('storage_unavailable')`. */
export type RefundAllowances = {
  /** A consistent read. */
  readonly read: (person: string, day: string) => Promise<DayOfRefunds>;
  /** Replaces the day at its revision. False if it was written meanwhile. */
  readonly replace: (day: DayOfRefunds) => Promise<boolean>;
};
