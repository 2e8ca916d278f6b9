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
  /** Definite outcomes after which the next PSP is tried. `not_sent` always allows it. */
  readonly on: readonly Decline[];
  readonly max_attempts: number;
  readonly attempt_timeout_ms: number;
};

/** Whether sessions of a rule count for PSP health (`observe`), and are also steered away from a sick PSP (`steer`). */
export type HealthPolicy = {
  readonly mode: 'off' | 'observe' | 'steer';
  /** Percentage points of the sessions drawn, 0 … 100, that all shifts together move at most. */
  readonly max_shift: number;
  /** Percentage points of the sessions drawn, 0 … 100, below which no PSP is shifted. */
  readonly min_share: number;
};

export type RoutingRule = {
  readonly name: string;
  readonly targets: readonly RoutingTarget[];
  readonly failover: Failover;
  readonly health: HealthPolicy;
  readonly overrides: readonly {
    readonly when: OverrideCondition;
    readonly targets: readonly RoutingTarget[];
  }[];
};

/** A version of a rule. `created`: Unix seconds. */
type Versioned = RoutingRule & { readonly version: number; readonly created: number };

/** A newer version by which part of a rule's sessions are planned. */
export type Candidate = {
  readonly rule: Versioned;
  /** Of the sessions, 1 … 99. */
  readonly percent: number;
  /** With a session's id it decides the arm; it stays the same while `percent` changes. */
  readonly salt: string;
};

/** A rule in force, and the version that may replace it. */
export type PublishedRule = Versioned & { readonly candidate?: Candidate };

/** The one document AppConfig holds. */
export type RulesDocument = { readonly rules: Readonly<Record<string, PublishedRule>> };

export type SkipReason =
  | AmountRefusal
  | 'not_configured'
  | 'brand_not_supported'
  | 'manual_capture_not_supported'
  | 'card_not_supported'
  | 'token_not_supported'
  | 'wallet_not_supported'
  /** The vault has forgotten the card's security code, as it must, and this PSP does not do without. */
  | 'cvc_released'
  /** The merchant alone charges, and this PSP takes no network's id of an earlier payment. */
  | 'merchant_initiated_not_supported'
  /** The merchant alone charges, and no PSP has reported the network's id of the payment that its customer agreed to. */
  | 'network_transaction_id_missing';

export type Skipped = { readonly psp: string; readonly reason: SkipReason };

/** Eligible accounts in the rule's order, each with the weight it was drawn with; 0 = failover only. */
export type Draw = readonly (readonly [psp: string, weight: number])[];

/** A PSP that was drawn with the weight `to` and not with its own: `reason` names the signal, `n` the outcomes behind it. */
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
  /** With the session's id it makes the plan again, exactly. Sessions planned by a release that did not keep it have none. */
  readonly draw?: Draw;
};

/** The decision, made once at creation and stored on the session with all its reasons. */
export type Route = Plan & {
  readonly rule: string;
  readonly version: number;
  readonly failover: Failover;
  /** The plan for each card brand that an override names. */
  readonly plan_by_brand?: Readonly<Partial<Record<CardBrand, Plan>>>;
  /** The rule switches health off: no outcome of this session counts for it. */
  readonly uncounted?: true;
  /** The session was created during a rollout: `version` is the candidate's, `percent` its share then. */
  readonly arm?: RolloutArm;
  readonly rollout?: { readonly version: number; readonly percent: number };
  /** The verdict that a rule which steers was planned under, and what it changed in this plan or in that of a brand. */
  readonly health?: { readonly version: number; readonly adjusted: readonly AdjustedWeight[] };
};
