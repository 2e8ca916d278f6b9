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
  /** Definite outcomes after which the next PSP is tried. `not_sent` always counts as one. */
  readonly on: readonly Decline[];
  readonly max_attempts: number;
  readonly attempt_timeout_ms: number;
};

/** Whether sessions of a rule are counted for PSP health (`observe`), and are also steered away from an unhealthy PSP (`steer`). */
export type HealthPolicy = {
  readonly mode: 'off' | 'observe' | 'steer';
  /** The most sessions that all shifts together may move, in percentage points of the drawn sessions, 0 … 100. */
  readonly max_shift: number;
  /** No PSP is shifted below this share, in percentage points of the drawn sessions, 0 … 100. */
  readonly min_share: number;
};

export type RoutingRule = {
  readonly name: string;
  readonly targets: readonly RoutingTarget[];
  readonly failover: Failover;
  readonly health: HealthPolicy;
  /** Where a wallet may pay: `any` account that accepts it and has a weight (the default), or only the `first` of the plan, if it accepts it. */
  readonly wallets?: 'any' | 'first';
  readonly overrides: readonly {
    readonly when: OverrideCondition;
    readonly targets: readonly RoutingTarget[];
  }[];
};

/** A version of a rule. `created`: Unix seconds. */
type Versioned = RoutingRule & { readonly version: number; readonly created: number };

/** A newer version that applies to part of a rule's sessions. */
export type Candidate = {
  readonly rule: Versioned;
  /** The share of the sessions, 1 … 99. */
  readonly percent: number;
  /** Selects the arm, together with a session's id; stays the same while `percent` changes. */
  readonly salt: string;
};

/** A rule in force, and the version that may replace it. */
export type PublishedRule = Versioned & { readonly candidate?: Candidate };

/** What is in force of a deleted rule: the version that deleted it. The document has no entry for the rule. */
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
  /** A person has closed it: it gets no new attempts. */
  | 'psp_closed'
  | 'brand_not_supported'
  | 'manual_capture_not_supported'
  | 'card_not_supported'
  | 'token_not_supported'
  | 'wallet_not_supported'
  /** The vault has deleted the card's security code, as required, and this PSP needs one. */
  | 'cvc_released'
  /** The payment is merchant-initiated, and this PSP accepts no network transaction id. */
  | 'merchant_initiated_not_supported'
  /** The payment is merchant-initiated, and no PSP reported the network transaction id of the payment that the customer agreed to. */
  | 'network_transaction_id_missing';

export type Skipped = { readonly psp: string; readonly reason: SkipReason };

/** Eligible accounts in the rule's order, each with the weight it was drawn with; 0 = failover only. */
export type Draw = readonly (readonly [psp: string, weight: number])[];

/** A PSP that was drawn with the weight `to` instead of its own. `reason` names the health signal, `n` the number of outcomes it is based on. */
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
  /** Reproduces the plan exactly, together with the session's id. Absent if the release that planned the session did not store it. */
  readonly draw?: Draw;
};

/** The routing decision, made once at creation and stored on the session with all its reasons. */
export type Route = Plan & {
  readonly rule: string;
  readonly version: number;
  readonly failover: Failover;
  /** The plan for each card brand that an override names. */
  readonly plan_by_brand?: Readonly<Partial<Record<CardBrand, Plan>>>;
  /** Eligible accounts that accept wallets, in the order they are tried with one; drawn separately from the plan. Absent if the plan applies. */
  readonly wallet_plan?: readonly string[];
  /** The rule switches health off: no outcome of this session counts for it. */
  readonly uncounted?: true;
  /** The session was created during a rollout: `version` is the candidate's, `percent` its share then. */
  readonly arm?: RolloutArm;
  readonly rollout?: { readonly version: number; readonly percent: number };
  /** The health verdict that a steering rule used, and how it changed this plan or a brand's plan. */
  readonly health?: { readonly version: number; readonly adjusted: readonly AdjustedWeight[] };
};
