import type { Decline, Outcome } from './outcome.ts';
import type { Advice, LookUpAnswer } from './psp.ts';
import type { Route, Skipped } from './routing.ts';

/** What every stored record carries: `rev` rises with each write, `write` names the write that made this revision. */
export type Revised = { readonly id: string; readonly rev: number; readonly write: string };

/** What was answered under an idempotency key; without `answer` the first call is still running. */
export type Remembered = {
  readonly key: string;
  readonly hash: string;
  readonly view: View;
  readonly answer?: Answer;
};

/** Who was answered: an API key sees everything, a session token the redacted session. */
export type View = 'full' | 'redacted';

/** A stored answer, replayed byte for byte. */
export type Answer = { readonly status: number; readonly body: string };

export type PaymentStatus = 'unpaid' | 'requires_action' | 'processing' | 'authorized' | 'paid' | 'canceled';

/** One try at one PSP, as the session tells it. Times are Unix milliseconds. */
export type AttemptSummary = {
  readonly charge: string;
  readonly psp: string;
  readonly outcome: Outcome | 'canceled' | 'absent' | null;
  readonly code?: string;
  readonly started: number;
  readonly ended?: number;
  /** Money this attempt took although it had been given up, and that was returned. */
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
  readonly country?: string;
  readonly customer_email?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly livemode: boolean;
  /** Unix seconds. */
  readonly created: number;
  readonly expires_at: number;
  /** Which signing key made the client secret. */
  readonly signing_key: string;
  readonly routing: Route;
  readonly payment_status: PaymentStatus;
  /** The charge of the attempt that is open, or of the one that succeeded. */
  readonly charge: string | null;
  readonly next_action: string | null;
  readonly last_payment_error: PaymentError | null;
  readonly attempts: readonly AttemptSummary[];
  readonly passed_over: readonly Skipped[];
  readonly confirms: number;
  readonly creation?: Remembered;
  /** One for each confirm that came with an idempotency key; at most as many as confirms are allowed. */
  readonly confirmations: readonly Remembered[];
};

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

export type Refund = Revised & {
  readonly amount: number;
  readonly status: RefundStatus;
  readonly reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer';
  readonly failure_reason?: Decline;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  /** Set once the PSP has accepted it (its result may still be open), so that recovery asks instead of repeating. */
  readonly accepted?: boolean;
  readonly psp_reference?: string;
  readonly remembered?: Remembered;
};

/**
 * `pending`: sent or about to be, outcome not known. `capturing`, `canceling`: an operation on an authorised charge is under way.
 * `needs_review`: recovery has used up its schedule; a person decides.
 */
export type ChargeStatus =
  | 'pending'
  | 'requires_action'
  | 'authorized'
  | 'capturing'
  | 'captured'
  | 'canceling'
  | 'canceled'
  | 'failed'
  | 'needs_review';

/** The charge-to-PSP mapping: one record for each attempt, never deleted. */
export type Charge = Revised & {
  readonly session: string;
  /** The account that holds the charge; `id` is the reference sent to it. */
  readonly psp: string;
  readonly psp_reference?: string;
  readonly amount: number;
  readonly currency: string;
  readonly capture_method: 'automatic' | 'manual';
  readonly livemode: boolean;
  readonly status: ChargeStatus;
  readonly outcome: Outcome | 'canceled' | 'absent' | null;
  readonly code?: string;
  readonly advice?: Advice;
  /** Keyed HMAC of the card, under which its attempts are counted. */
  readonly card_fingerprint?: string;
  readonly amount_captured: number;
  /** Captured and not yet refunded, reserved or on its way. */
  readonly amount_refundable: number;
  readonly refunds: Readonly<Record<string, Refund>>;
  /** Unix seconds. */
  readonly created: number;
  /** Unix milliseconds. */
  readonly started: number;
  /** When its customer came back from authentication, from when on the attempt may take money. Unix milliseconds. */
  readonly completing?: number;
  readonly capture?: ChargeOperation;
  readonly cancel?: ChargeOperation;
  /** Answers of captures and cancels that failed before the ones recorded above, bounded: their keys are still remembered. */
  readonly answered?: readonly Remembered[];
  /** Money that arrived after the attempt had been given up, on its way back: voided, or refunded where it was captured. */
  readonly reversal?: Reversal;
  readonly recovery?: Recovery;
  /** Webhook events already applied, newest last, bounded. */
  readonly events?: readonly string[];
  /** Shard of the recovery index and Unix milliseconds of the next look; absent when nothing is open. */
  readonly recover_shard?: number;
  readonly recover_at?: number;
};

export type ChargeOperation = {
  readonly id: string;
  readonly amount: number;
  readonly started: number;
  readonly accepted?: boolean;
  readonly remembered?: Remembered;
};

export type Reversal = {
  readonly id: string;
  readonly by: 'cancel' | 'refund';
  /** `sent`: on its way for the first time, or again; `accepted`: the PSP's result is awaited. */
  readonly status: 'open' | 'sent' | 'accepted' | 'done';
  readonly started: number;
  /** Unix milliseconds of the first time it was sent this way. */
  readonly sent?: number;
};

/** Who works on an open charge. `noted`: a webhook left `observed` and nobody has claimed the charge; the others name a recovery's claim. */
export type Recovery = {
  readonly action: 'noted' | 'look_up' | 'fence' | 'reverse' | 'operation' | 'refunds' | 'review';
  /** What a verified source said that could not be applied at that moment. Definite. */
  readonly observed?: LookUpAnswer;
  /** `sent`: a fence may have killed the attempt, so its approval is not believed before the fence's own result; `failed`: it has not. */
  readonly fence?: 'sent' | 'failed';
};
