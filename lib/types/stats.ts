import type { Charge } from './charge.ts';

/** The dimensions that statistics can be split by: account, currency, and at most one fact of the attempts. */
export const attemptFacts = ['brand', 'country', 'outcome'] as const;
export const statsDimensions = ['psp', 'currency', ...attemptFacts] as const;

export type AttemptFact = (typeof attemptFacts)[number];
export type StatsDimension = (typeof statsDimensions)[number];

export const statsIntervals = ['hour', 'day'] as const;

export type StatsInterval = (typeof statsIntervals)[number];

/** `from` and `to` are full hours, in Unix milliseconds; `to` is exclusive. `time_zone`: decides when days begin; an IANA name. */
export type StatsQuery = {
  readonly from: number;
  readonly to: number;
  readonly interval: StatsInterval;
  readonly time_zone: string;
  readonly by: readonly StatsDimension[];
};

/** `amount` in minor units; null if the row covers several currencies. */
export type MoneySum = { readonly count: number; readonly amount: number | null };

/** The numbers of one period and one group of the split. Times in Unix seconds; null for numbers that are not counted by the chosen fact. */
export type StatsRow = {
  readonly from: number;
  readonly to: number;
  readonly psp?: string;
  readonly currency?: string;
  readonly brand?: string | null;
  readonly country?: string | null;
  readonly outcome?: NonNullable<Charge['outcome']>;
  readonly attempts: number;
  readonly approved: number;
  readonly approval_interval: readonly [number, number] | null;
  readonly recovered: number | null;
  readonly lost_answers: { readonly count: number; readonly captured: MoneySum } | null;
  readonly latency_p50_ms: number | null;
  readonly latency_p95_ms: number | null;
  readonly captured: MoneySum | null;
  readonly refunded: MoneySum | null;
  readonly disputed: MoneySum | null;
};
