import type { RoutingRule } from '../../lib/types/routing.ts';

/** Shared by the pages and their back ends. Amounts in ISO 4217 minor units, times in Unix milliseconds. */
export type Money = { readonly amount: number; readonly currency: string };

export type Attempt = {
  readonly charge: string;
  readonly psp: string;
  /** Null while the outcome is unknown. */
  readonly outcome: string | null;
  readonly code: string | null;
  readonly started: number;
  readonly settled_ms: number | null;
};

/** The part of a session, as read with an API key, that the pages show. */
export type Payment = Money & {
  readonly id: string;
  /** In Unix seconds. */
  readonly created: number;
  readonly reference: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly payment_status: 'unpaid' | 'requires_action' | 'processing' | 'authorized' | 'paid' | 'canceled';
  readonly last_payment_error: { readonly decline_code: string; readonly message: string } | null;
  readonly routing: {
    readonly rule: string;
    readonly version: number;
    /** Set during a rollout. */
    readonly arm?: 'candidate' | 'control';
    readonly override: number | null;
    readonly plan: readonly string[];
    readonly skipped: readonly { readonly psp: string; readonly reason: string }[];
    readonly passed_over?: readonly { readonly psp: string; readonly reason: string }[];
    readonly attempts: readonly Attempt[];
  };
};

/** One payment in a PSP's own books, and the router's view of it. */
export type BookEntry = Money & {
  readonly psp: string;
  readonly status: string;
  readonly amount_captured: number;
};

export type PaymentDetails = { readonly payment: Payment; readonly books: readonly BookEntry[] };

export const pspModes = ['normal', 'slow', 'down', 'answers_lost'] as const;
export type PspMode = (typeof pspModes)[number];

export type PspState = {
  readonly id: string;
  /** `other`: a fault set from elsewhere. Null if the PSP is not a simulator on this machine. */
  readonly mode: PspMode | 'other' | null;
  /** Of the `routed` payments: drawn first for this PSP, and taken by it. */
  readonly drawn: number;
  readonly took: number;
};

export type PublishedRule = RoutingRule & {
  readonly version: number;
  /** The version that currently gets part of the sessions. */
  readonly candidate?: { readonly rule: { readonly version: number }; readonly percent: number };
};

/** In the service's own words, which name the field. */
export type RuleCheck = { readonly problem: string | null };

/** A version of a rule as read with an API key. `created` in Unix seconds. */
export type RuleVersion = {
  readonly version: number;
  readonly state: 'draft' | 'published' | 'superseded' | 'rolled_back';
  readonly author: { readonly key: string } | null;
  readonly note: string | null;
  readonly created: number;
  readonly document: RoutingRule;
};

/** Newest first. `more`: there are older ones. */
export type RuleVersions = { readonly versions: readonly RuleVersion[]; readonly more: boolean };

/** How well one PSP is doing, as the service judges it. Rates from 0 to 1; `until` in Unix milliseconds. */
export type PspHealth = {
  readonly psp: string;
  readonly currency: string | null;
  readonly state: 'healthy' | 'suspect' | 'sick' | 'recovering';
  readonly signal: 'technical' | 'approval';
  readonly rate: number;
  readonly baseline: number;
  readonly interval: readonly [number, number];
  readonly n: number;
  readonly evidence: number;
  readonly weight_factor: number;
  readonly until: number | null;
};

/** What a rule would have done with recent sessions. Shares from 0 to 1. */
export type Backtest = {
  readonly id: string;
  readonly state: 'running' | 'done' | 'refused';
  readonly asked: number;
  readonly sessions: number;
  readonly effective: number;
  readonly shares: readonly {
    readonly psp: string;
    readonly override: number | null;
    readonly before: number;
    readonly after: number;
  }[];
  readonly moved: {
    readonly count: number;
    readonly examples: readonly {
      readonly session: string;
      readonly from: string | null;
      readonly to: string | null;
    }[];
  };
  readonly no_psp: number;
  readonly dead_overrides: readonly number[];
  readonly approval: { readonly estimate: number; readonly interval: readonly [number, number] } | null;
  readonly approval_refused: string | null;
};

export type DemoState = {
  readonly rule: PublishedRule;
  /** The version that routes new sessions. */
  readonly in_force: number;
  readonly rollout: {
    readonly version: number;
    readonly started: number;
    readonly in_force_after_ms: number | null;
  } | null;
  readonly psps: readonly PspState[];
  /** Payments routed by the version in force, without those of an override. */
  readonly routed: number;
  /** What has been done since the service was started. */
  readonly done: { readonly paid: boolean; readonly failed_over: boolean };
  readonly health: readonly PspHealth[];
  /** Newest first. */
  readonly payments: readonly Payment[];
  readonly traffic: { readonly sent: number; readonly total: number };
};

export type Order = Money & {
  readonly id: string;
  readonly payment_status: Payment['payment_status'];
  readonly status: Payment['status'];
  readonly client_secret: string | null;
  readonly next_action: { readonly redirect_to_url: { readonly url: string } } | null;
  readonly last_payment_error: Payment['last_payment_error'];
};

/** The price of the shop's product, by currency. */
export const prices = { eur: 4800, usd: 5200, gbp: 4200, jpy: 7900 } as const;
export type ShopCurrency = keyof typeof prices;

export type PageError = { readonly error: { readonly message: string } };
