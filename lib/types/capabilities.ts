import type { AmountRules } from './amount-rules.ts';
import type { CardBrand } from './card.ts';

/** What a PSP can do, as its adapter declares it. The engine decides from this and never from a PSP's name. */
export type Capabilities = {
  readonly amounts: AmountRules;
  readonly brands: readonly CardBrand[];
  /** Whether a raw card, and whether a token of the PSP's own, can be charged. */
  readonly card: boolean;
  readonly psp_token: boolean;
  readonly three_d_secure: boolean;
  /** An attempt that waits for 3-D Secure takes money only once we complete it, so never completing it is a fence. */
  readonly completes_authentication?: true;
  readonly capture: { readonly manual: boolean; readonly partial: boolean };
  /**
   * What a repeat with the same key does within the window: `all_answers` gives the first answer again, errors included; `current_state`
   * gives the payment as it is now; `success_only` gives 2xx again and executes anew after anything else; `none` executes anew.
   */
  readonly idempotency: {
    readonly kind: 'all_answers' | 'current_state' | 'success_only' | 'none';
    readonly window_ms: number;
  };
  /** Finding a payment by our reference, and how long after the call absence is no proof. Null where only webhooks tell. */
  readonly look_up: { readonly lag_ms: number } | null;
  /** Killing a payment by our reference so that it can never take money: result at once, or by webhook only. Null where there is no such call. */
  readonly fence: { readonly result: 'synchronous' | 'webhook' } | null;
  /** Whether an event is genuine is asked of the PSP, one call for each delivery that anybody sends. */
  readonly verifies_by_call?: true;
  readonly refund: { readonly result: 'synchronous' | 'webhook'; readonly look_up: boolean };
};

/** One account at one PSP: a target that a rule can name. `psp` is the adapter, `id` the account (often equal). */
export type Account = {
  readonly id: string;
  readonly psp: string;
  readonly capabilities: Capabilities;
};
