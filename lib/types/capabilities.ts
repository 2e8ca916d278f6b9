import type { AmountRules } from './amount-rules.ts';
import type { CardBrand } from './card.ts';
import type { Wallet } from './given-method.ts';

/** `allowed`: a regular expression that the whole text must match. */
export type StatementDescriptor = { readonly max_length: number; readonly allowed: RegExp };

/** A PSP's capabilities, as its adapter declares them. The engine decides by these, never by a PSP's name. */
export type Capabilities = {
  readonly amounts: AmountRules;
  readonly brands: readonly CardBrand[];
  /** Whether the PSP charges a raw card, and its own token. */
  readonly card: boolean;
  /** Also accepts a raw card without its security code. */
  readonly card_without_cvc: boolean;
  readonly psp_token: boolean;
  /** Wallets whose encrypted tokens it accepts. */
  readonly wallets: readonly Wallet[];
  readonly three_d_secure: boolean;
  /** We can request that the customer be challenged. */
  readonly requests_challenge: boolean;
  /** For a merchant-initiated payment, the PSP accepts the network transaction id of a payment made at any PSP. */
  readonly network_transaction_id: boolean;
  /** The PSP documents that its challenge page may be shown in a frame. */
  readonly challenge_in_frame?: true;
  /** An attempt that waits for 3-D Secure takes money only once we complete it, so not completing it is a cancel by reference. */
  readonly completes_authentication?: true;
  /** The rules for the merchant's text on the customer's statement. Null if the PSP accepts none. */
  readonly statement_descriptor: StatementDescriptor | null;
  readonly capture: { readonly manual: boolean; readonly partial: boolean };
  /**
   * What a repeated call with the same key does within the window: `all_answers` returns the first response again, errors included; `current_state`
   * returns the current payment; `success_only` repeats a 2xx and executes again after anything else; `none` executes again.
   */
  readonly idempotency: {
    readonly kind: 'all_answers' | 'current_state' | 'success_only' | 'none';
    readonly window_ms: number;
  };
  /**
   * Finding a payment by our reference. For `lag_ms` after the call that made the payment, not finding it proves nothing. `by_creation`: without the
   * PSP's id, the payment is found by repeating the call that made it, so only while its idempotency key is kept. Null if only webhooks report it.
   */
  readonly look_up: { readonly lag_ms: number; readonly by_creation?: true } | null;
  /**
   * Ending a payment by our reference so that it can never take money. The result is immediate or comes by webhook only. Null if there is no such
   * call.
   */
  readonly cancel_by_reference: { readonly result: 'synchronous' | 'webhook' } | null;
  /** Only the PSP can tell whether an event is genuine: one call per delivery, whoever sent it. */
  readonly verifies_by_call?: true;
  /** `per_capture`: a refund is made from one capture, and cannot exceed what is left of that capture. */
  readonly refund: {
    readonly result: 'synchronous' | 'webhook';
    readonly look_up: boolean;
    readonly per_capture?: true;
  };
};

/** One account at one PSP: a possible target of a rule. `psp` is the adapter, `id` the account (often equal). */
export type Account = {
  readonly id: string;
  readonly psp: string;
  readonly capabilities: Capabilities;
};

export const takesDescriptor = (limit: StatementDescriptor | null, text: string): boolean =>
  limit !== null && text.length <= limit.max_length && limit.allowed.test(text);
