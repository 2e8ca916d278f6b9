import type { CardBrand } from './card.ts';
import type { recordFormat } from './records.ts';
import type { PublishedRule } from './routing.ts';
import type { Session } from './session.ts';

/** The parts of a session that a backtest needs. `brand`: of the card of its first attempt, if known and requested. */
export type PastSession = Pick<
  Session,
  'id' | 'amount' | 'currency' | 'country' | 'capture_method' | 'routing' | 'attempts' | 'passed_over'
> & { readonly brand?: CardBrand };

/** How far each part of the list of sessions has been read: the key of its last one, null at its end. */
export type ReadUpTo = readonly (string | null)[];

/**
 * Sessions, newest first, about a thousand at a time, and how far that was. `from`: where the last page ended; undefined begins with the newest. `brands`:
 * the brand is asked for also where no plan of the session depends on it. Eventually consistent. Throws `ApiError('storage_unavailable')`.
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

/** Sums over first attempts; `weight` is the chance of its PSP under the proposed rule by the chance with which it was drawn. */
export type ApprovalSums = {
  readonly attempts: number;
  readonly weight: number;
  readonly weight2: number;
  readonly approved: number;
  readonly approved2: number;
  /** Of what the proposed rule would draw, the part that went to PSPs which had no chance. */
  readonly unseen: number;
  /** First attempts that did not go where the draw said, or whose draw is not known. */
  readonly undrawn: number;
};

/** The findings of a backtest so far. */
export type BacktestTally = {
  readonly sessions: number;
  /** One of a PSP under one override of the proposed rule: sessions that began there, and that would. */
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
  /** Sessions asked for. */
  readonly asked: number;
  /** Sessions looked at, those of other rules too. */
  readonly read: number;
  readonly up_to?: ReadUpTo;
  readonly ended: boolean;
  readonly tally: BacktestTally;
  /** Unix milliseconds: when it was asked for, and when it last went on. */
  readonly created: number;
  readonly alive: number;
};

/** Backtests are kept for 30 days. Both throw `ApiError('storage_unavailable')`. */
export type Backtests = {
  readonly find: (id: string) => Promise<Backtest | undefined>;
  /** False if it was written meanwhile. `rev` 1: it is new. */
  readonly write: (backtest: Backtest) => Promise<boolean>;
};
