import type { KeptBacktest } from './backtest.ts';
import type { Answer, Remembered, recordFormat } from './records.ts';
import type { Rollout } from './rollout.ts';
import type { RoutingRule } from './routing.ts';

/**
 * `draft`: not in force, and perhaps never. `published`: in force, for a part of the sessions during a rollout. `superseded`: a later one replaced
 * it. `rolled_back`: it was taken back by a rollback, by its rollout's guard or end, or because AppConfig's alarm went off.
 */
export const ruleVersionStates = ['draft', 'published', 'superseded', 'rolled_back'] as const;

export type RuleVersionState = (typeof ruleVersionStates)[number];

/** One field in which two rules differ: `overrides[0].when.currency`. Null: the field is missing. */
export type RuleDifference = { readonly path: string; readonly before: unknown; readonly after: unknown };

/** One version of one rule, as it was written. Only its state and the progress of its rollout change. Times are Unix seconds. */
export type RuleVersion = {
  readonly v: typeof recordFormat;
  readonly rev: number;
  readonly rule: string;
  /** From 1, for each rule separately. */
  readonly version: number;
  readonly state: RuleVersionState;
  /** Null: it deletes the rule. */
  readonly document: RoutingRule | null;
  /** The id of the API key that wrote it; null for a version from before versions were kept. */
  readonly author: string | null;
  /** The author's call; versions of former releases have none. */
  readonly request_id?: string;
  readonly note: string | null;
  readonly created: number;
  /** The version that was in force when this one was written; null if there was none, or it is unknown. */
  readonly replaces: number | null;
  /** The differences from the version that it replaces. */
  readonly diff: readonly RuleDifference[];
  /** The version that it replaces was taken back, not superseded. */
  readonly rollback?: true;
  /** Of exactly this content: the last that had ended when it was written. */
  readonly backtest?: KeptBacktest;
  readonly approved?: { readonly by: string; readonly at: number; readonly request_id?: string };
  /** Set if it comes into force in steps. */
  readonly rollout?: Rollout;
  /** Unix milliseconds. Set from before its deployment starts until AppConfig can no longer revert it and its rollout has ended. */
  readonly open_since?: number;
  /** The idempotency key under which its publication will be answered. */
  readonly answers?: string;
};

/** A version to write: new, or in place of the one whose `rev` is `expects`. */
export type RuleVersionWrite =
  | { readonly put: RuleVersion; readonly expects: 'absent' | number }
  /** A version that was never in force. */
  | { readonly remove: RuleVersion }
  /** An idempotency key. It must be new. */
  | { readonly remember: Remembered }
  /** The answer under a remembered key. */
  | { readonly answer: Answer; readonly key: string }
  | { readonly forget: string };

/**
 * Every version of every rule. Reads are consistent, except `open`. Every method throws `ApiError('storage_unavailable')` if the store cannot be
 * reached in time; a write that threw may have happened.
 */
export type RuleVersions = {
  readonly find: (rule: string, version: number) => Promise<RuleVersion | undefined>;
  /** Newest first: at most `limit`, and at most about a megabyte. */
  readonly newest: (
    rule: string,
    limit: number,
  ) => Promise<{ readonly versions: readonly RuleVersion[]; readonly more: boolean }>;
  /** Those with `open_since`, oldest first. Eventually consistent. */
  readonly open: () => Promise<readonly Pick<RuleVersion, 'rule' | 'version'>[]>;
  /** The record under an idempotency key. */
  readonly remembered: (key: string) => Promise<Remembered | undefined>;
  /** All or nothing; false if a condition failed. */
  readonly write: (writes: readonly RuleVersionWrite[]) => Promise<boolean>;
};
