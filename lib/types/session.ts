import type { Collectable } from './collect.ts';
import type { Setup } from './credential.ts';
import type { BillingDetails, Wallet } from './given-method.ts';
import type { Decline, Outcome } from './outcome.ts';
import type { Customer, Shipping } from './payment-details.ts';
import type { Remembered, Revised } from './records.ts';
import type { Route, Skipped } from './routing.ts';
import type { Exemption } from './three-d-secure.ts';

export const paymentStatuses = [
  'unpaid',
  'requires_action',
  'processing',
  'authorized',
  'paid',
  'canceled',
] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];

/** One try at one PSP, as the session shows it. Times are Unix milliseconds. */
export type AttemptSummary = {
  readonly charge: string;
  /** The vault's token for the card that was tried, or of the security code given for a stored one. */
  readonly card_token?: string;
  /** A wallet paid, at a PSP that was drawn apart from the plan for cards. */
  readonly wallet?: true;
  readonly psp: string;
  readonly outcome: Outcome | 'canceled' | 'absent' | null;
  readonly code?: string;
  readonly started: number;
  /** When its PSP had answered, or was no longer waited for. */
  readonly ended?: number;
  /** When its outcome was known at last, if not by then. */
  readonly settled?: number;
  /** Money that this attempt took after it was given up, and that was returned. */
  readonly reversed?: boolean;
};

export type PaymentError = { readonly decline_code: Decline; readonly message: string };

export type Session = Revised & {
  readonly amount: number;
  readonly currency: string;
  readonly capture_method: 'automatic' | 'manual';
  readonly success_url: string;
  readonly cancel_url?: string;
  readonly reference?: string;
  /** Set if this session's order may be paid only once: the id of the order in the store. */
  readonly order?: string;
  /** The payment link that it was begun with. */
  readonly payment_link?: string;
  readonly country?: string;
  readonly customer_email?: string;
  /** Without the email address, which is above. */
  readonly customer?: Omit<Customer, 'email'>;
  /** As given at creation, or by the last confirm that gave any. */
  readonly billing_details?: BillingDetails;
  readonly shipping?: Shipping;
  readonly description?: string;
  readonly statement_descriptor?: string;
  readonly exemption?: Exemption;
  /** Why its card is kept once it is paid. */
  readonly setup?: Setup;
  /** A browser may pay it with its customer's stored cards, each with its security code. */
  readonly saved_cards?: true;
  /** The parts of the billing address that a card must come with. */
  readonly collect?: readonly Collectable[];
  /** Wallets whose tokens the first PSP of the plan accepted at creation. */
  readonly wallets?: readonly Wallet[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly livemode: boolean;
  /** Unix seconds. */
  readonly created: number;
  /** The same in milliseconds; absent if an earlier release created it. */
  readonly created_ms?: number;
  readonly expires_at: number;
  /** The signing key that made the client secret. */
  readonly signing_key: string;
  readonly routing: Route;
  readonly payment_status: PaymentStatus;
  /** The charge of the open attempt, or of the one that succeeded. */
  readonly charge: string | null;
  readonly next_action: string | null;
  readonly last_payment_error: PaymentError | null;
  readonly attempts: readonly AttemptSummary[];
  readonly passed_over: readonly Skipped[];
  readonly confirms: number;
  /** Unix seconds: when it ended unpaid, because the merchant asked or because its time was over. */
  readonly expired_at?: number;
  /** The API key that ended it; absent if its time was over. */
  readonly expired_by?: string;
  readonly creation?: Remembered;
  /** One for each confirm with an idempotency key; at most as many as confirms are allowed. */
  readonly confirmations: readonly Remembered[];
};
