import type { AmountRefusal } from './amount-rules.ts';
import type { CardBrand } from './card.ts';
import type { HealthSignal } from './health.ts';
import type { Decline } from './outcome.ts';
import type { RolloutArm } from './trial.ts';

/** Integer weight 0 … 10000; 0 = failover only. `psp` is an account id. */
export type RoutingTarget = { readonly psp: string; readonly weight: number };

/** Every condition present must hold. Amounts in ISO 4217 minor units. */
export type OverrideCondition = {
  readonly currency?: readonly string[];
  readonly amount?: {
    readonly gte?: number;
    readonly gt?: number;
    readonly lte?: number;
    readonly lt?: number;
  };
  readonly country?: readonly string[];
  readonly card_brand?: readonly CardBrand[];
};

export type Failover = {
  /** Definite outcomes after which the next PSP is tried. `not_sent` always allows that. */
  readonly on: readonly Decline[];
  readonly max_attempts: number;
  readonly attempt_timeout_ms: number;
};

/** Whether sessions of a rule count for PSP health (`observe`), and are also steered away from a sick PSP (`steer`). */
export type HealthPolicy = {
  readonly mode: 'off' | 'observe' | 'steer';
  /** Percentage points of the drawn sessions, 0 … 100, that all shifts together may move. */
  readonly max_shift: number;
  /** Percentage points of the drawn sessions, 0 … 100, below which no PSP is shifted. */
  readonly min_share: number;
};

export type RoutingRule = {
  readonly name: string;
  readonly targets: readonly RoutingTarget[];
  readonly failover: Failover;
  readonly health: HealthPolicy;
  /** Where a wallet may pay: at `any` account that takes it and has a weight, the default, or only if the `first` of the plan does. */
  readonly wallets?: 'any' | 'first';
  readonly overrides: readonly {
    readonly when: OverrideCondition;
    readonly targets: readonly RoutingTarget[];
  }[];
};

/** A version of a rule. `created`: Unix seconds. */
type Versioned = RoutingRule & { readonly version: number; readonly created: number };

/** A newer version that plans part of a rule's sessions. */
export type Candidate = {
  readonly rule: Versioned;
  /** The share of the sessions, 1 … 99. */
  readonly percent: number;
  /** Decides the arm together with a session's id; stays the same while `percent` changes. */
  readonly salt: string;
};

/** A rule in force, and the version that may replace it. */
export type PublishedRule = Versioned & { readonly candidate?: Candidate };

/** What is in force of a rule that was deleted: the version that deleted it. The document has no entry for it. */
export type DeletedRule = {
  readonly name: string;
  readonly version: number;
  /** Unix seconds. */
  readonly created: number;
  readonly deleted: true;
  readonly candidate?: undefined;
};

export type RuleInForce = PublishedRule | DeletedRule;

/** AppConfig's one document. */
export type RulesDocument = { readonly rules: Readonly<Record<string, PublishedRule>> };

export type SkipReason =
  | AmountRefusal
  | 'not_configured'
  /** Somebody has taken it out: it gets no new attempt. */
  | 'psp_closed'
  | 'brand_not_supported'
  | 'manual_capture_not_supported'
  | 'card_not_supported'
  | 'token_not_supported'
  | 'wallet_not_supported'
  /** The vault has deleted the card's security code, as it must, and this PSP requires one. */
  | 'cvc_released'
  /** The merchant alone charges, and this PSP accepts no network id of an earlier payment. */
  | 'merchant_initiated_not_supported'
  /** The merchant alone charges, and no PSP has reported the network's id of the payment that the customer agreed to. */
  | 'network_transaction_id_missing';

export type Skipped = { readonly psp: string; readonly reason: SkipReason };

/** Eligible accounts in the rule's order, each with the weight it was drawn with; 0 = failover only. */
export type Draw = readonly (readonly [psp: string, weight: number])[];

/** A PSP that was drawn with the weight `to` instead of its own: `reason` names the signal, `n` the outcomes behind it. */
export type AdjustedWeight = {
  readonly psp: string;
  readonly weight: number;
  readonly to: number;
  readonly reason: HealthSignal;
  readonly n: number;
};

export type Plan = {
  /** Index into the rule's overrides, or null if the rule's own targets apply. */
  readonly override: number | null;
  /** Eligible accounts in the order they are tried. */
  readonly plan: readonly string[];
  readonly skipped: readonly Skipped[];
  /** Together with the session's id, it reproduces the plan exactly. Absent if the release that planned the session did not store it. */
  readonly draw?: Draw;
};

/** The decision, made once at creation and stored on the session with all its reasons. */
export type Route = Plan & {
  readonly rule: string;
  readonly version: number;
  readonly failover: Failover;
  /** The plan for each card brand that an override names. */
  readonly plan_by_brand?: Readonly<Partial<Record<CardBrand, Plan>>>;
  /** Eligible accounts that take wallets, in the order they are tried with one; drawn apart from the plan. Absent if the plan decides. */
  readonly wallet_plan?: readonly string[];
  /** The rule switches health off: none of this session's outcomes count for it. */
  readonly uncounted?: true;
  /** The session was created during a rollout: `version` is the candidate's, `percent` its share then. */
  readonly arm?: RolloutArm;
  readonly rollout?: { readonly version: number; readonly percent: number };
  /** The verdict that a steering rule was planned under, and its changes to this plan or to a brand's. */
  readonly health?: { readonly version: number; readonly adjusted: readonly AdjustedWeight[] };
};
