import type { KeptBacktest } from './backtest.ts';
import type { Remembered, RenderedResponse, recordFormat } from './records.ts';
import type { Rollout } from './rollout.ts';
import type { RoutingRule } from './routing.ts';

/**
 * `draft`: not in force, and perhaps never. `published`: in force, during a rollout for part of the sessions. `superseded`: a later one replaced it.
 * `rolled_back`: taken back by a rollback, by its rollout's guard or end, or because AppConfig's alarm fired.
 */
export const ruleVersionStates = ['draft', 'published', 'superseded', 'rolled_back'] as const;

export type RuleVersionState = (typeof ruleVersionStates)[number];

/** One field that differs between two rules, such as `overrides[0].when.currency`. Null: the field is missing. */
export type RuleDifference = { readonly path: string; readonly before: unknown; readonly after: unknown };

/** One version of one rule, as it was written. Only its state and its rollout's progress change. Times are Unix seconds. */
export type RuleVersion = {
  readonly v: typeof recordFormat;
  readonly rev: number;
  readonly rule: string;
  /** Counts from 1, for each rule separately. */
  readonly version: number;
  readonly state: RuleVersionState;
  /** Null: this version deletes the rule. */
  readonly document: RoutingRule | null;
  /** The id of the API key that wrote it; null for a version from before versions were kept. */
  readonly author: string | null;
  /** The author's call; absent in versions of earlier releases. */
  readonly request_id?: string;
  readonly note: string | null;
  readonly created: number;
  /** The version that was in force when this one was written; null if none was, or if unknown. */
  readonly replaces: number | null;
  /** The differences from the version that it replaces. */
  readonly diff: readonly RuleDifference[];
  /** The version that it replaces was taken back, not superseded. */
  readonly rollback?: true;
  /** The backtest of exactly this rule that had finished last when this version was written. */
  readonly backtest?: KeptBacktest;
  readonly approved?: { readonly by: string; readonly at: number; readonly request_id?: string };
  /** Set if it comes into force in steps. */
  readonly rollout?: Rollout;
  /** Unix milliseconds. Set before its deployment starts; removed once AppConfig can no longer revert it and its rollout has ended. */
  readonly open_since?: number;
  /** The idempotency key whose response waits for its publication. */
  readonly answers?: string;
};

/** A version to write: new, or in place of the one whose `rev` is `expects`. */
export type RuleVersionWrite =
  | { readonly put: RuleVersion; readonly expects: 'absent' | number }
  /** A version that was never in force. */
  | { readonly remove: RuleVersion }
  /** An idempotency key. It must be new. */
  | { readonly remember: Remembered }
  /** The response under an idempotency key that is already stored. */
  | { readonly answer: RenderedResponse; readonly key: string }
  | { readonly remove_response: string };

/**
 * Every version of every rule. Reads are consistent, except `open`. Every method throws `ApiError('storage_unavailable')` if the store cannot be
 * reached in time; a write that threw may still have been stored.
 */
export type RuleVersions = {
  readonly find: (rule: string, version: number) => Promise<RuleVersion | undefined>;
  /** Newest first: at most `limit`, and at most about a megabyte. */
  readonly newest: (
    rule: string,
    limit: number,
  ) => Promise<{ readonly versions: readonly RuleVersion[]; readonly more: boolean }>;
  /** Versions with `open_since`, oldest first. Eventually consistent. */
  readonly open: () => Promise<readonly Pick<RuleVersion, 'rule' | 'version'>[]>;
  readonly remembered: (key: string) => Promise<Remembered | undefined>;
  /** All or nothing; false if a condition failed. */
  readonly write: (writes: readonly RuleVersionWrite[]) => Promise<boolean>;
};
