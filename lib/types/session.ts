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

/** One attempt, as the session shows it. Times are Unix milliseconds. */
export type AttemptSummary = {
  readonly charge: string;
  /** The vault's token of the card, or of the security code entered for a stored card. */
  readonly card_token?: string;
  /** A wallet paid, at a PSP drawn separately from the plan for cards. */
  readonly wallet?: true;
  readonly psp: string;
  readonly outcome: Outcome | 'canceled' | 'absent' | null;
  readonly code?: string;
  readonly started: number;
  /** When the PSP responded, or we stopped waiting for it. */
  readonly ended?: number;
  /** When the outcome became known, if that was after `ended`. */
  readonly settled?: number;
  /** This attempt took money after it was given up, and the money was returned. */
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
  /** The store's id of this session's order. Set if the order may be paid only once. */
  readonly order?: string;
  /** The payment link that created it. */
  readonly payment_link?: string;
  readonly country?: string;
  readonly customer_email?: string;
  /** Without the email address, which is a field of its own. */
  readonly customer?: Omit<Customer, 'email'>;
  /** From creation, or from the last confirm that contained any. */
  readonly billing_details?: BillingDetails;
  readonly shipping?: Shipping;
  readonly description?: string;
  readonly statement_descriptor?: string;
  readonly exemption?: Exemption;
  /** Why the card is stored once the session is paid. */
  readonly setup?: Setup;
  /** The customer's browser may pay with stored cards, each with its security code. */
  readonly saved_cards?: true;
  /** The parts of the billing address that a card payment requires. */
  readonly collect?: readonly Collectable[];
  /** Wallets that the first PSP of the plan accepted at creation. */
  readonly wallets?: readonly Wallet[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly livemode: boolean;
  /** Unix seconds. */
  readonly created: number;
  /** `created` in milliseconds. */
  readonly created_ms: number;
  readonly expires_at: number;
  /** The signing key of the client secret. */
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
  /** Unix seconds: when it ended unpaid, by the merchant's call or by time. */
  readonly expired_at?: number;
  /** The API key that ended it; absent if it ended by time. */
  readonly expired_by?: string;
  readonly creation?: Remembered;
  /** One for each confirm with an idempotency key; bounded by the number of confirms allowed. */
  readonly confirmations: readonly Remembered[];
};
