import type { CardBrand } from './card.ts';
import type { recordFormat } from './records.ts';
import type { PublishedRule, RoutingRule } from './routing.ts';
import type { Session } from './session.ts';

/** The parts of a session that a backtest needs. `brand`: the card brand of its first attempt, if it is known and was requested. */
export type PastSession = Pick<
  Session,
  'id' | 'amount' | 'currency' | 'country' | 'capture_method' | 'routing' | 'attempts' | 'passed_over'
> & { readonly brand?: CardBrand };

/** How far each shard of the session list has been read: the last key read, or null at its end. */
export type ReadUpTo = readonly (string | null)[];

/**
 * Sessions, newest first, about a thousand at a time, and how far they were read. `from`: where the last page ended; undefined starts with the
 * newest. `brands`: reads the brand even if no plan of the session depends on it. Eventually consistent. Throws `ApiError('storage_unavailable')`.
 */
export type PastSessions = (
  from: ReadUpTo | undefined,
  brands: boolean,
) => Promise<{ readonly sessions: readonly PastSession[]; readonly to: ReadUpTo }>;

export type MovedSession = {
  readonly session: string;
  readonly from: string | null;
  readonly to: string | null;
  /** Index into the overrides of the proposed rule, or null. */
  readonly override: number | null;
};

/** Sums over first attempts. `weight`: the probability of its PSP under the proposed rule, divided by the probability with which it was drawn. */
export type ApprovalSums = {
  readonly attempts: number;
  readonly weight: number;
  readonly weight2: number;
  readonly approved: number;
  readonly approved2: number;
  /** The share of the proposed rule's draws that would go to PSPs that could not be drawn before. */
  readonly unseen: number;
  /** First attempts that did not follow the draw, or whose draw is unknown. */
  readonly undrawn: number;
};

export type BacktestTally = {
  readonly sessions: number;
  /** One PSP's share under one override of the proposed rule: sessions that started there, and sessions that would have. */
  readonly shares: readonly {
    readonly psp: string;
    readonly override: number | null;
    readonly before: number;
    readonly after: number;
  }[];
  readonly moved: number;
  readonly examples: readonly MovedSession[];
  readonly no_psp: number;
  /** Overrides of the proposed rule that matched a session. */
  readonly matched: readonly number[];
  readonly approval: ApprovalSums;
};

/** A proposed rule and the replay of recent sessions under it. */
export type Backtest = {
  readonly v: typeof recordFormat;
  readonly rev: number;
  readonly id: string;
  readonly rule: PublishedRule;
  /** Sessions requested. */
  readonly asked: number;
  /** Sessions read, including those of other rules. */
  readonly read: number;
  readonly up_to?: ReadUpTo;
  readonly ended: boolean;
  /** How many workers have ended since it last made progress. */
  readonly lost?: number;
  /** It has ended because the workers do. */
  readonly ended_early?: true;
  readonly tally: BacktestTally;
  /** Unix milliseconds: when it was requested, and when it last made progress. */
  readonly created: number;
  readonly alive: number;
};

/** The part of a backtest that a rule version keeps. It names no session. */
export type KeptBacktest = Pick<Backtest, 'id' | 'asked' | 'tally'>;

/** Backtests are kept for 30 days. Every method throws `ApiError('storage_unavailable')`. */
export type Backtests = {
  readonly find: (id: string) => Promise<Backtest | undefined>;
  /** False if another writer was first. `rev` 1: a new backtest. */
  readonly write: (backtest: Backtest) => Promise<boolean>;
  /** The most recently finished backtest of exactly this rule. */
  readonly lastOf: (rule: RoutingRule) => Promise<Backtest | undefined>;
};
