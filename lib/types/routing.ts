import type { AmountRefusal } from './amount-rules.ts';
import type { CardBrand } from './card.ts';
import type { Decline } from './outcome.ts';

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

export type RoutingRule = {
  readonly name: string;
  readonly targets: readonly RoutingTarget[];
  readonly failover: Failover;
  readonly overrides: readonly {
    readonly when: OverrideCondition;
    readonly targets: readonly RoutingTarget[];
  }[];
};

/** A rule in force. `version`: the hosted AppConfig version in which it last changed; `created`: when that was, Unix seconds. */
export type PublishedRule = RoutingRule & { readonly version: number; readonly created: number };

/** The one document AppConfig holds. */
export type RulesDocument = { readonly rules: Readonly<Record<string, PublishedRule>> };

export type SkipReason =
  | AmountRefusal
  | 'not_configured'
  | 'brand_not_supported'
  | 'manual_capture_not_supported'
  | 'card_not_supported'
  | 'token_not_supported';

export type Skipped = { readonly psp: string; readonly reason: SkipReason };

export type Plan = {
  /** Index into the rule's overrides, or null if the rule's own targets apply. */
  readonly override: number | null;
  /** Eligible accounts in the order they are tried. */
  readonly plan: readonly string[];
  readonly skipped: readonly Skipped[];
};

/** The decision, made once at creation and stored on the session with all its reasons. */
export type Route = Plan & {
  readonly rule: string;
  readonly version: number;
  readonly failover: Failover;
  /** The plan for each card brand that an override names. */
  readonly plan_by_brand?: Readonly<Partial<Record<CardBrand, Plan>>>;
};
